import { interpolate } from '@daybook/booking/locale';
import { useRef, useState } from 'react';
import { words } from '../platform/words/words.ts';
import { formatSeconds, isPlayable, parseTranscript, type Call, type Turn } from './rules.ts';

/** What was said: in short, to listen to, and turn by turn. */
export function CallTranscript({ call }: { readonly call: Call }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isBroken, setIsBroken] = useState(false);
  const { callLog } = call;
  if (!callLog) return null;
  const { summary, transcript, recordingUrl } = callLog;
  const source = recordingUrl && isPlayable(recordingUrl, location.origin) ? recordingUrl : undefined;
  const playFrom = (seconds: number): void => {
    if (!audio.current) return;
    audio.current.currentTime = seconds;
    // `onError` says that it can't be played.
    audio.current.play().catch(() => undefined);
  };
  return (
    <>
      {summary && (
        <section className="col gap1" aria-labelledby="summary">
          <h3 id="summary">{words.calls.summary}</h3>
          <p className="lines" dir="auto">
            {summary}
          </p>
        </section>
      )}
      <section className="col gap1" aria-labelledby="transcript">
        <h3 id="transcript">{words.calls.transcript}</h3>
        {source && (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- the transcript stands right below
          <audio
            ref={audio}
            controls
            preload="none"
            src={source}
            aria-label={words.calls.recording}
            onError={() => setIsBroken(true)}
          />
        )}
        {isBroken && (
          <p className="wrong" role="alert">
            {words.calls.notPlayable}
          </p>
        )}
        {transcript ? (
          <ol className="transcript">
            {parseTranscript(transcript).map((turn, index) => (
              <TurnLine
                key={index}
                turn={turn}
                fullName={call.fullName}
                {...(source !== undefined && { onPlay: playFrom })}
              />
            ))}
          </ol>
        ) : (
          <p className="muted">{words.calls.noTranscript}</p>
        )}
      </section>
    </>
  );
}

interface TurnLineProps {
  readonly turn: Turn;
  readonly fullName: string;
  /** Where there is a recording. */
  readonly onPlay?: (seconds: number) => void;
}

function TurnLine({ turn: { atSeconds, speaker, text }, fullName, onPlay }: TurnLineProps) {
  const names: Readonly<Record<string, string>> = { Agent: words.calls.agent, Person: fullName };
  const time = atSeconds === null ? undefined : formatSeconds(atSeconds);
  return (
    <li>
      <span className="row small">
        {speaker && <b>{names[speaker] ?? speaker}</b>}
        {time !== undefined &&
          (onPlay ? (
            <button
              type="button"
              className="btn quiet small mono"
              aria-label={interpolate(words.calls.listenFrom, { time })}
              onClick={() => onPlay(atSeconds ?? 0)}
            >
              {time}
            </button>
          ) : (
            <span className="muted mono">{time}</span>
          ))}
      </span>
      <p dir="auto">{text}</p>
    </li>
  );
}
