interface CodeViewProps {
  readonly label: string;
  /** A value that is shown as JSON, or text. */
  readonly value: unknown;
}

/** JSON with its keys and texts in colour; it scrolls by keyboard as well. */
export function CodeView({ label, value }: CodeViewProps) {
  return (
    <pre className="code" role="region" aria-label={label} tabIndex={0} dir="ltr">
      {typeof value === 'string' ? value : coloured(JSON.stringify(value, null, 2))}
    </pre>
  );
}

/** A text, and the colon behind it if it is a key. */
const texts = /("(?:[^"\\]|\\.)*")(\s*:)?/;

function coloured(json: string) {
  const parts = json.split(new RegExp(texts, 'g'));
  return parts.map((part, index) => {
    if (index % 3 !== 1) return part;
    return parts[index + 1] === undefined ? <u key={index}>{part}</u> : <i key={index}>{part}</i>;
  });
}
