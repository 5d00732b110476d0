import type { OpenAPIObject } from '@nestjs/swagger';
import { answersOf, operationsIn } from './operations-in.js';

interface Link {
  /** The path of a POST whose answer leads there. */
  from: RegExp;
  name: string;
  description: string;
  /** A path to read; `$1` is what the first group has matched. */
  to: string;
  parameters: Record<string, string>;
}

const links: Link[] = [
  {
    from: /^\/(v[12])\/perfiles\/cargar$/,
    name: 'summary',
    description: 'the summary of the document',
    to: '/$1/perfiles/{taxId}/resumen',
    parameters: { taxId: '$request.body#/taxId', docType: '$request.body#/docType' },
  },
  {
    from: /^\/v[12]\/perfiles\/cargar(?:-masivo)?$/,
    name: 'charges',
    description: 'the charges for documents, including this one if it was new on the platform',
    to: '/v2/cuota/cargos',
    parameters: { desde: '1900-01-01', hasta: '2200-12-31' },
  },
  {
    from: /^\/v[12]\/webhook\/perfiles\/resumen$/,
    name: 'delivery',
    description: 'the event and its deliveries, for users with a session',
    to: '/panel/v1/events',
    parameters: { triggerId: '$response.body#/data/triggerId' },
  },
];

/** Describes which call can follow an answer, and which of its values that call takes. Tools follow these links by themselves. */
export function describeLinks(document: OpenAPIObject): void {
  for (const { path, method, operation } of operationsIn(document)) {
    const own = method === 'post' ? links.filter(({ from }) => from.test(path)) : [];
    if (own.length === 0) continue;
    const described = own.map(({ from, name, description, to, parameters }) => {
      const operationId = document.paths[path.replace(from, to)]?.get?.operationId;
      return [name, { operationId, description, parameters }] as const;
    });
    for (const [status, answer] of answersOf(operation)) if (status < 300) answer.links = Object.fromEntries(described);
  }
}
