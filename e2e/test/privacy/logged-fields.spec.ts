import { describe, expect, it } from '@jest/globals';
import { textOf } from '../operations/declared-metrics.js';
import { documentedFields, loggedObjects, namesIn } from './logged-fields.js';

/** Calls without fields of their own: of the framework, with text only, and of child loggers. */
const others = ['...line(message, context)', "'", '{}'];

describe('a log line of the balancer', () => {
  it('has no path, which may contain a document', () => {
    const settings = textOf('deploy/haproxy/haproxy.cfg');
    const [, format] = /^ +log-format "(.+)"$/m.exec(settings)!;
    expect(settings).not.toMatch(/^ +option httplog/m);
    expect(format).not.toMatch(/%(?:\{[^}]*\})?(?:(?:r|HP|HPO|HQ|HU|hr|hs)\b|\[)/);
  });
});

describe('a log line of a service', () => {
  const objects = loggedObjects.filter((object) => !others.some((other) => object.startsWith(other)));

  it('has literal field names, and all of them are in the table of docs/deployment.md', () => {
    expect(objects.length).toBeGreaterThan(35);
    expect(objects.filter((object) => !object.startsWith('{'))).toEqual([]);
    const unexplained = objects.flatMap((object) => namesIn(object).filter((name) => !documentedFields.has(name)));
    expect(unexplained).toEqual([]);
  });

  it('has no field for a document, name, email, person or secret', () => {
    const refused = ['taxId', 'docType', 'email', 'actor', 'password', 'secret', 'token', 'body', 'text', 'documents', 'entityId'];
    expect(refused.filter((name) => documentedFields.has(name))).toEqual([]);
  });

  it('can have every field of the table', () => {
    const always = ['time', 'level', 'service', 'msg', 'correlationId', 'traceId', 'context', 'stack'];
    const written = new Set([...always, ...objects.flatMap(namesIn)]);
    expect([...documentedFields].filter((name) => !written.has(name))).toEqual([]);
  });
});
