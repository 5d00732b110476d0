import type { OpenAPIObject } from '@nestjs/swagger';

type PathItem = OpenAPIObject['paths'][string];
export type DescribedOperation = NonNullable<PathItem['get']>;
type Answers = DescribedOperation['responses'];
export type DescribedAnswer = Exclude<NonNullable<Answers['default']>, { $ref: string }>;

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

interface Placed {
  path: string;
  method: (typeof methods)[number];
  operation: DescribedOperation;
}

/** Every operation of the document, in order. */
export function operationsIn({ paths }: OpenAPIObject): Placed[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] ? [{ path, method, operation: item[method] }] : [])),
  );
}

/** The answers of an operation by status. This document describes each in place. */
export function answersOf({ responses }: DescribedOperation): [status: number, answer: DescribedAnswer][] {
  return Object.entries(responses).map(([status, answer]) => [Number(status), answer as DescribedAnswer]);
}
