export { createPoll } from './create-poll.ts';
export { pollClosed, pollVoted } from './events.ts';
export { sendPollClosedEmails } from './notify-voters.ts';
export { deleteExpiredVotes, votesOfPerson } from './personal-data.store.ts';
export { canVote } from './rules.ts';
export { findPolls, listPollsToDecide, listVotes, reassignPolls, type PollRow } from './store.ts';
export { serializePoll, serializeVote } from './view.ts';
export { serializeCastVote, loadReference, loadVisitedPoll, type VisitedPoll } from './visit-poll.ts';
export { castVote, type Ballot } from './vote.ts';
