import type { Result } from '@daybook/client';
import { interpolate, pluralize } from '@daybook/booking/locale';
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { DeleteButton } from '../../kit/delete-button.tsx';
import { getDraft } from '../../kit/drafts.ts';
import { ListItems } from '../../kit/list-page.tsx';
import { NoteForm } from '../../kit/note-form.tsx';
import { RichText } from '../../kit/rich-text.tsx';
import { Empty } from '../../kit/states.tsx';
import { usePages } from '../../platform/pages.ts';
import { getFieldErrors, useChange } from '../../platform/query.ts';
import { start } from '../../platform/start.ts';
import { formatShortMoment } from '../../platform/time.ts';
import { words } from '../../platform/words/words.ts';
import { useSession } from '../../shell/session.ts';
import { refreshRecords } from '../data.ts';
import { recordTags } from '../record-api.ts';
import type { CrmObject } from '../rules.ts';
import { useMentionable } from './use-mentionable.ts';

type Thread = Result<'listRecordComments'>['items'][number];
type Comment = Thread['replies'][number];

interface CommentsProps {
  readonly object: CrmObject;
  readonly id: string;
  /** A new one is to be written: the field has the focus. */
  readonly isOpen: boolean;
}

/** What users say to each other about a record. Everyone who can see it can comment. */
export function RecordComments({ object, id, isOpen }: CommentsProps) {
  const list = usePages('listRecordComments', {
    params: { objectSlug: object.slug, recordId: id },
    query: { count: 20 },
  });
  const [version, setVersion] = useState(0);
  const { comments } = words.records.page;
  return (
    <div className="col gap3">
      <NewComment
        key={version}
        object={object}
        id={id}
        label={comments.write}
        isOpen={isOpen && version === 0}
        onDone={() => setVersion(version + 1)}
      />
      <ListItems list={list} empty={<Empty icon="quote" title={comments.none} hint={comments.noneHint} />}>
        {(threads) =>
          threads.map((thread) => <ThreadItem key={thread.id} thread={thread} object={object} id={id} />)
        }
      </ListItems>
    </div>
  );
}

interface NewCommentProps extends CommentsProps {
  readonly label: string;
  readonly replyTo?: string;
  readonly onDone: () => void;
  readonly onCancel?: () => void;
}

function NewComment({ object, id, label, isOpen, replyTo, onDone, onCancel }: NewCommentProps) {
  const create = useChange('createRecordComment');
  const mentionable = useMentionable(object);
  const { comments } = words.records.page;
  return (
    <NoteForm
      label={label}
      name="comment"
      html=""
      place={placeReply(replyTo ?? id)}
      help={comments.hint}
      action={replyTo ? comments.reply : comments.save}
      mentionable={mentionable}
      isOpen={isOpen}
      errors={getFieldErrors(create.error)}
      isBusy={create.isPending}
      onSave={(comment) =>
        create.mutate(
          {
            params: { objectSlug: object.slug, recordId: id },
            body: { comment, ...(replyTo && { replyTo }) },
          },
          {
            onSuccess: async () => {
              onDone();
              await refreshRecords();
            },
          },
        )
      }
      {...(onCancel && { onCancel })}
    />
  );
}

/** Of what is typed below a record, or below a comment. */
const placeReply = (to: string): string => `comment ${to}`;

interface ThreadItemProps {
  readonly thread: Thread;
  readonly object: CrmObject;
  readonly id: string;
}

function ThreadItem({ thread, object, id }: ThreadItemProps) {
  const [isReplying, setIsReplying] = useState(getDraft(placeReply(thread.id)) !== undefined);
  const { comments } = words.records.page;
  return (
    <article className="a-note col gap3">
      <CommentItem comment={thread} object={object} id={id} replies={thread.replies.length} />
      {thread.replies.map((reply) => (
        <div key={reply.id} className="quote">
          <CommentItem comment={reply} object={object} id={id} replies={0} />
        </div>
      ))}
      {isReplying ? (
        <NewComment
          object={object}
          id={id}
          label={comments.writeReply}
          replyTo={thread.id}
          isOpen
          onDone={() => setIsReplying(false)}
          onCancel={() => setIsReplying(false)}
        />
      ) : (
        <div>
          <Button label={comments.reply} kind="quiet" isSmall onClick={() => setIsReplying(true)} />
        </div>
      )}
    </article>
  );
}

interface CommentItemProps {
  readonly comment: Comment;
  readonly object: CrmObject;
  readonly id: string;
  /** How many are deleted with it. */
  readonly replies: number;
}

/** Its author may change it, and so may owners and admins. */
function CommentItem({ comment, object, id, replies }: CommentItemProps) {
  const { user, role } = useSession();
  const [isEdited, setIsEdited] = useState(getDraft(comment.id) !== undefined);
  const update = useChange('updateRecordComment');
  const mentionable = useMentionable(object);
  const { comments } = words.records.page;
  const params = { objectSlug: object.slug, recordId: id, commentId: comment.id };
  const isMine = role !== 'user' || comment.author.uuid === user.uuid;
  const by = comment.author.name ?? words.records.actors[comment.author.type];
  if (isEdited) {
    return (
      <NoteForm
        label={comments.change}
        name="comment"
        html={comment.comment}
        place={comment.id}
        help={comments.hint}
        action={words.shell.save}
        mentionable={mentionable}
        isOpen
        errors={getFieldErrors(update.error)}
        isBusy={update.isPending}
        onSave={(text) =>
          update.mutate({ params, body: { comment: text } }, { onSuccess: () => setIsEdited(false) })
        }
        onCancel={() => setIsEdited(false)}
      />
    );
  }
  return (
    <div>
      <RichText html={comment.comment} />
      <footer className="row small muted wrap">
        <span className="grow nowrap">
          {interpolate(words.notes.by, { name: by, when: formatShortMoment(comment.updatedAt) })}
        </span>
        {isMine && (
          <>
            <Button label={comments.edit} kind="quiet" isSmall onClick={() => setIsEdited(true)} />
            <DeleteButton
              operation="deleteRecordComment"
              input={{ params }}
              label={comments.remove}
              title={comments.removeTitle}
              hint={
                <p>
                  {replies > 0 ? pluralize(start.words, comments.removeHint, replies) : comments.removeOne}
                </p>
              }
              done={comments.wasRemoved}
              others={recordTags}
              kind="quiet"
              isSmall
            />
          </>
        )}
      </footer>
    </div>
  );
}
