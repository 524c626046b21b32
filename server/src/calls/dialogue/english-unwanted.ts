import { combinePatterns } from './language.ts';

/** A wish not to be called in any words, also of somebody else than the person it calls, whose first name is `<name>`. */
export const unwanted = combinePatterns(
  /\b(?:stop|quit|cease) (?:calling|phoning|ringing|contacting|bothering|harassing|spamming|disturbing|pestering)\b/,
  /\b(?:stop|cease) (?:(?:all|these|those|your|the|any) )*(?:calls|contact|it|this)\b|\bcease and desist\b/,
  /\b(?:not|don't|dont|never|didn't) (?:(?:ever|you|dare|to|be) )*(?:call|phone|ring|contact|bother|disturb|dial)(?:ed)?\b.*\b(?:again|any ?more|ever)\b/,
  unlessTimeNamed(
    /\b(?:not|don't|dont|never|didn't) (?:(?:ever|you|dare|to|be) )*(?:call|phone|ring|contact|bother|disturb|dial)(?:ed)?\b/,
  ),
  unlessTimeNamed(
    /\b(?:do not|don't|dont|no longer|never) (?:want|wish|like|need|take|accept|appreciate)\b(?! to (?:call|phone)).*\b(?:calls|called|contacted|phoned|calling|you to call)\b/,
  ),
  /\b(?:any|no) (?:(?:more|further|cold|sales|such|of|these|your|phone|marketing) )+calls\b|^(?:please )?no calls\b/,
  /\bif you (?:ever )?(?:call|phone|ring|contact) (?:(?:me|us|here) )?again\b/,
  // Off a list, or onto that of people who want no calls.
  /\b(?:take|get|cross|strike|drop) (?:me|us|(?:my|our|this) (?:phone )?(?:number|name)) (?:off|out of)\b|\b(?:take|strike) my name from\b|\bbe taken off\b/,
  /(?<!\b(?:not|don't|never) )\b(?:remove|delete|erase) (?:me|us|it)\b|\bbe (?:removed|deleted|erased|unsubscribed)\b/,
  /(?<!\b(?:not|don't|never) )\b(?:remove|delete|erase|lose|forget|block|scratch|strike|drop|get rid of) (?:my|our|this) (?:phone |telephone )?(?:number|name|data|details|contact)\b/,
  /\b(?:do not|don't|no) call (?:list|register|registry)\b/,
  // Somebody else is there.
  /\bwrong (?:number|person|phone|guy|man|woman|lady|people|house|family)\b|\b(?:dialed|dialled|called|rang) (?:the )?wrong\b|\byou(?:'ve)? (?:have |got )+the wrong one\b|\bmisdial/,
  /\bno ?(?:one|body) (?:here )?(?:is )?(?:by|with|of|called|named)\b|\b(?:doesn't|does not|don't|no longer) (?:lives?|works?) here\b|\bnot (?:my|his|her) number\b/,
  /\b(?:not|isn't|not called|no ?one called|don't know(?: an?| any)?|do not know(?: an?| any)?) <name>(?! (?:is|can|will|has)\b)|\bno <name> (?:here|lives|works)\b/,
  /\b(?:not|never|no longer|isn't|ain't|aren't|couldn't be|can't be) (?:(?:really|very|at all|even|currently|less|remotely|the least bit) )*interested\b/,
  /^(?:no )?(?:(?:thanks|thank you) )?(?:(?:it's|this is|that's) )?not for me(?: (?:thanks|thank you))?$/,
  /^(?:no )?(?:(?:thanks|thank you) )?i (?:do not|don't) want (?:(?:any|all) of )?this(?: (?:thanks|thank you))?$/,
  /\b(?:no|zero) interest\b|\buninterested\b|\b(?:does not|doesn't|don't) (?:really |even )?interest (?:me|us)\b/,
  /\bleave (?:me|us) (?:alone|be|in peace)\b|\bgo away\b|\bget lost\b|\b(?:piss|fuck|bugger|sod) off\b|\bharass/,
  /\bunsubscribe\b|\bopt(?:ing)? (?:me |us )?out\b|\bcancel (?:my|our|these|your) (?:subscription|calls)\b/,
  /\b(?:revoke|withdraw|without) (?:my|our|any|all) (?:consent|permission)\b/,
  /\b(?:never|did not|didn't) (?:gave|give|consent|consented|agree|agreed|sign|signed|ask|asked)\b.*(?:\b(?:permission|calls?|called|contacted)\b|\bthis$)/,
);

/** People who name a time want another time. */
function unlessTimeNamed({ source }: RegExp): RegExp {
  const time =
    /\b(?:today|tonight|tomorrow|now|before|after|until|till|during|while|when|at|(?:this|next|in the|over the) (?:morning|afternoon|evening|week|weekend|month)|on (?!this|my|our))\b/;
  return new RegExp(`${source}(?!.*${time.source})`);
}
