export { pollClosed, pollVoted } from './events.ts';
export { deleteExpiredVotes, votesOfPerson } from './personal-data.store.ts';
export { takesVotes } from './rules.ts';
export { findPolls, listVotes, type PollRow, type VoteRow } from './store.ts';
export { pollView, voteView } from './view.ts';
export { castVoteView, loadReference, loadVisitedPoll, type VisitedPoll } from './visit-poll.ts';
export { castVote, type Ballot } from './vote.ts';
