import { Code } from '@mantine/core';

/** For reading only: what is signed are the bytes, and these are not they. */
export function JsonText({ text, label }: { text: string; label?: string }) {
  return (
    <Code block tabIndex={0} role="region" aria-label={label ?? 'JSON'} style={{ maxHeight: 420, overflow: 'auto' }}>
      {indented(text)}
    </Code>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
