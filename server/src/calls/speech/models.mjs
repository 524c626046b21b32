/**
 * What the recognizer needs to know of a language, beside its model. It is no TypeScript, since a thread loads it: see recognizer.mjs.
 *
 * - `model`: the folder of soundswallower.
 * - `nothing`: two sounds that do not follow each other in words.
 * - `likelihoodOfOthers`: how likely it is that somebody says something else, by the line.
 * - `isQuietAfterSilence`: a line on which nothing at all is heard before the first word has no noise. Else the quietest sounds of the
 *   words tell whether it has: voices of flite have pauses between words, those of espeak-ng have none and would be taken for noise.
 * - `words`: how words sound that the dictionary of the model lacks, or as few people say them.
 */
export const models = {
  en: {
    model: 'en-us',
    nothing: 'ZH OY',
    likelihoodOfOthers: { quiet: 0.1, noisy: 0.001 },
    isQuietAfterSilence: false,
    words: [],
  },
  fr: {
    model: 'fr-fr',
    nothing: 'gn uy',
    likelihoodOfOthers: { quiet: 0.0001, noisy: 0.00001 },
    isQuietAfterSilence: true,
    words: [
      ["s'il", 'ss ii ll'],
      ["c'est", 'ss ai'],
      ["c'est(2)", 'ss ei'],
      ["c'est(3)", 'ss ai tt'],
      ["n'est", 'nn ai'],
      ["m'appeler", 'mm aa pp ll ei'],
      ["m'appeler(2)", 'mm aa pp ee ll ei'],
      ["m'appelez", 'mm aa pp ll ei'],
      ["m'appelez(2)", 'mm aa pp ee ll ei'],
      ['appelez(3)', 'aa pp ll ei'],
      ['rappelez(4)', 'rr aa pp ll ei'],
      ["n'appelez", 'nn aa pp ll ei'],
      ["n'appelez(2)", 'nn aa pp ee ll ei'],
      ["d'appels", 'dd aa pp ai ll'],
      ["m'intéresse", 'mm in tt ai rr ai ss'],
      ["m'intéresse(2)", 'mm in tt ei rr ai ss'],
      ['dérangez', 'dd ei rr an jj ei'],
      ['retirez', 'rr ee tt ii rr ei'],
      ['rayez', 'rr ai yy ei'],
      ['effacez', 'ai ff aa ss ei'],
      ['effacez(2)', 'ei ff aa ss ei'],
      ['annulez', 'aa nn uu ll ei'],
      ['répétez', 'rr ei pp ei tt ei'],
      ['répétez(2)', 'rr ai pp ei tt ei'],
    ],
  },
};
