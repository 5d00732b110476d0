import type { panel, PanelAnswer, PanelRequest } from '@vigia/contracts';

type Groups = typeof panel;
type Operation = { [G in keyof Groups]: Groups[G][keyof Groups[G]] }[keyof Groups];
type KeyOf<O> = O extends { method: infer M extends string; path: infer P extends string } ? `${M} ${P}` : never;

/** Method and path as the contracts write them: `GET /panel/v1/users/:userId`. The browser needs no more than that of an operation. */
export type Key = KeyOf<Operation>;
export type Read = Extract<Key, `GET ${string}`>;
export type Act = Exclude<Key, Read>;

/** Acts that the gateway does once per `Idempotency-Key`. */
export type ActUnderKey = KeyOf<Extract<Operation, { costly: true }>>;

type OperationOf<K extends Key> = K extends `${infer M} ${infer P}` ? Extract<Operation, { method: M; path: P }> : never;
type Request<K extends Key> = PanelRequest<OperationOf<K>>;
type Part<Name extends string, Content> = [Content] extends [undefined]
  ? object
  : object extends Content
    ? { [N in Name]?: Content }
    : { [N in Name]: Content };

/** The input of an operation, from its entry in the contracts. */
export type Given<K extends Key> = Part<'params', Request<K>['params']> &
  Part<'query', Request<K>['query']> &
  Part<'body', Request<K>['body']>;
export type AnswerTo<K extends Key> = PanelAnswer<OperationOf<K>>;
