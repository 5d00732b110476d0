import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { call } from '#gateway/call.ts';
import type { AnswerTo, Given } from '#gateway/operations.ts';
import type { Refusal } from '#gateway/refusal.ts';

export type Preview = AnswerTo<'POST /panel/v1/loads/preview'>;
type PreviewKey = 'POST /panel/v1/loads/preview' | 'POST /panel/v1/updates/preview' | 'POST /panel/v1/monitoring/preview';

type BodyOf<K extends PreviewKey> = Given<K> extends { body: infer Body } ? Body : never;

export interface Cost {
  preview: Preview | undefined;
  error: Refusal | null;
  isPending: boolean;
}

const typingMs = 350;

/** What an act would cost, asked again when a person has stopped to change it. Several requests are added up. */
export function useCost<K extends PreviewKey>(key: K, bodies: BodyOf<K>[]): Cost {
  const [asked] = useDebouncedValue(JSON.stringify(bodies), typingMs);
  const given = JSON.parse(asked) as BodyOf<K>[];
  return useQueries({
    queries: given.map((body) => ({
      queryKey: [key, body],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(key, { body } as Given<K>, { signal }) as Promise<Preview>,
    })),
    combine: (answers) => {
      const previews = answers.flatMap(({ data }) => (data ? [data] : []));
      return {
        preview: previews.length === answers.length ? sum(previews) : undefined,
        error: (answers.find(({ error }) => error)?.error as Refusal | undefined) ?? null,
        isPending: asked !== JSON.stringify(bodies) || answers.some(({ isPending }) => isPending),
      };
    },
  });
}

/** Each was reckoned by itself, so what is left after all of them is what was there less what each takes. */
function sum([first, ...others]: Preview[]): Preview | undefined {
  if (!first) return undefined;
  return others.reduce<Preview>(
    (all, one) => ({
      ...all,
      refusal: all.refusal ?? one.refusal,
      documents: [...all.documents, ...one.documents],
      returned: all.returned + one.returned,
      deducted: all.deducted + one.deducted,
      availableAfter: all.availableAfter + one.availableAfter - one.availableBefore,
      documentChargesAtMost: {
        documents: all.documentChargesAtMost.documents + one.documentChargesAtMost.documents,
        cents: all.documentChargesAtMost.cents + one.documentChargesAtMost.cents,
      },
    }),
    first,
  );
}

/** Nothing would be done, or the months do not suffice. */
export function isImpossible(preview: Preview | undefined): boolean {
  return !preview || preview.refusal !== null || preview.availableAfter < 0 || preview.documents.every(({ action }) => action === 'none');
}
