import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { AskedTogether } from '../src/summaries/asked-together.js';

/** Answers when it is told to. */
function answering() {
  const statements: { questions: number[]; end: (error?: Error) => void }[] = [];
  const together = new AskedTogether<number, string>(
    (questions) =>
      new Promise((resolve, reject) => {
        const answers = questions.map((question) => (question < 0 ? undefined : `answer ${question}`));
        statements.push({ questions, end: (error) => (error ? reject(error) : resolve(answers)) });
      }),
  );
  return { statements, together, asked: () => statements.map(({ questions }) => questions) };
}

describe('questions that are asked together', () => {
  it('go alone where nobody else asks', async () => {
    const { statements, together } = answering();
    const answer = together.answer(1);
    await setImmediate();
    expect(statements[0]!.questions).toEqual([1]);
    statements[0]!.end();
    expect(await answer).toBe('answer 1');
  });

  it('share a statement where they come in one turn, and each has its own answer', async () => {
    const { statements, together } = answering();
    const answers = Promise.all([3, -1, 2].map((question) => together.answer(question)));
    await setImmediate();
    statements[0]!.end();
    expect(await answers).toEqual(['answer 3', undefined, 'answer 2']);
    expect(statements).toHaveLength(1);
  });

  it('wait while two statements are under way, and are then asked in one', async () => {
    const { statements, together, asked } = answering();
    const answers: Promise<unknown>[] = [];
    for (const question of [1, 2, 3, 4]) {
      answers.push(together.answer(question));
      await setImmediate();
    }
    expect(asked()).toEqual([[1], [2]]);
    statements[1]!.end();
    await answers[1];
    await setImmediate();
    expect(asked()).toEqual([[1], [2], [3, 4]]);
    for (const { end } of statements) end();
    expect(await Promise.all(answers)).toEqual(['answer 1', 'answer 2', 'answer 3', 'answer 4']);
  });

  it('fit into a statement up to sixty-four', async () => {
    const { statements, together } = answering();
    const answers = Array.from({ length: 70 }, (_, question) => together.answer(question));
    await setImmediate();
    await setImmediate();
    expect(statements.map(({ questions }) => questions.length)).toEqual([64, 6]);
    for (const { end } of statements) end();
    await Promise.all(answers);
  });

  it('fail with their own statement and with no other', async () => {
    const { statements, together } = answering();
    const first = together.answer(1);
    await setImmediate();
    const second = together.answer(2);
    await setImmediate();
    statements[0]!.end(new Error('the connection is gone'));
    await expect(first).rejects.toThrow('the connection is gone');
    statements[1]!.end();
    expect(await second).toBe('answer 2');
    const third = together.answer(3);
    await setImmediate();
    statements[2]!.end();
    expect(await third).toBe('answer 3');
  });
});
