import { describe, expect, test } from 'vitest';
import { resolveRecipients } from './rules.ts';

const comment = {
  authorId: 'author',
  isComment: true,
  isNew: true,
  mentionedIds: [],
  ownerIds: [],
  participantIds: [],
};

describe('who is told of a note', () => {
  test('each once, by what concerns them most', () => {
    const recipients = resolveRecipients({
      ...comment,
      ownerIds: ['owner', 'both', 'all'],
      participantIds: ['participant', 'both', 'all'],
      mentionedIds: ['mentioned', 'all'],
    });
    expect(Object.fromEntries(recipients)).toEqual({
      owner: 'comment',
      participant: 'reply',
      both: 'reply',
      mentioned: 'mention',
      all: 'mention',
    });
  });

  test('never its author, even if it mentions them', () => {
    const own = ['author'];
    expect(
      resolveRecipients({ ...comment, ownerIds: own, participantIds: own, mentionedIds: own }).size,
    ).toBe(0);
  });

  test('of a note, and of an edit, only those whom it mentions', () => {
    const others = { ownerIds: ['owner'], participantIds: ['participant'], mentionedIds: ['mentioned'] };
    const told = [['mentioned', 'mention']];
    expect([...resolveRecipients({ ...comment, ...others, isComment: false })]).toEqual(told);
    expect([...resolveRecipients({ ...comment, ...others, isNew: false })]).toEqual(told);
  });

  test('an automation is nobody’s own', () => {
    expect([...resolveRecipients({ ...comment, authorId: null, ownerIds: ['owner'] })]).toEqual([
      ['owner', 'comment'],
    ]);
  });
});
