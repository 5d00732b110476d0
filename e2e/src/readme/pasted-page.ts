import { spawn } from 'node:child_process';
import { GiveUp, waitUntil } from '@vigia/testing';

/** The shell blocks of a page, or of one of its chapters. */
export function shellBlocks(page: string, chapter?: string): string[] {
  const text = chapter === undefined ? page : (page.split(/^## /m).find((one) => one.startsWith(`${chapter}\n`)) ?? '');
  return [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block!);
}

/** Pastes blocks into one shell, and waits until it has printed what each comment promises, in the order of the comments. */
export async function pasteInto(folder: string, blocks: string[]): Promise<void> {
  const script = blocks.join('\n');
  const promised = [...script.matchAll(/^# (.*)$/gm)].flatMap(([, comment]) => comment!.split('…'));
  const shell = spawn('bash', ['-eu', '-o', 'pipefail', '-c', `${script}\nwait`], { cwd: folder, detached: true });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let isOver = false;
  shell.once('close', () => (isOver = true));
  const missing = () => {
    let from = 0;
    return promised.find((piece) => {
      const at = output.indexOf(piece, from);
      from = at + piece.length;
      return at === -1;
    });
  };
  const printed = () => missing() === undefined || (isOver && Promise.reject(new GiveUp(`no ${missing()} in: ${output}`)));
  await waitUntil(printed, { what: 'the page keeps what it promises' }).finally(() => {
    if (!isOver) process.kill(-shell.pid!);
  });
}
