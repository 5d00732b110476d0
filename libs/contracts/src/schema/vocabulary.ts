import { Type, type Static } from 'typebox';
import { instantRule, isInstant } from '../calendar/days-and-instants.js';
import { docTypes } from '../documents/document.js';
import { sections, sourceNames } from '../sources/catalogue.js';
import { closed } from './fields.js';

/** The pattern excludes forms that the format also accepts, such as `urn:uuid:`. */
export const uuid = Type.String({ format: 'uuid', pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' });
/** An instant as our services write it. */
export const writtenInstant = Type.String({ format: 'date-time' });
export const docType = Type.Enum([...docTypes], { title: 'DocType' });
export const taxId = Type.String({ minLength: 8, maxLength: 12 });
export const sectionName = Type.Enum([...sections], { title: 'Section' });
/** Has no name in the API reference, because half of its values are also values of `Section`. */
export const sourceName = Type.Enum([...sourceNames]);
/** A calendar day of America/Lima. */
export const day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' });
/** An instant that a caller gives. */
export const instantThatIs = (description: string) =>
  Type.Refine(Type.String({ maxLength: 40, format: 'date-time', description }), isInstant, () => `must be ${instantRule}`);
export const instant = instantThatIs(instantRule);
export const mode = Type.Enum(['monitoring', 'query']);
/** How the last load of a profile ended. */
export const profileStates = ['succeeded', 'partial', 'failed'] as const;
export type ProfileState = (typeof profileStates)[number];
/** Why an attempt at a receiver failed. */
const failureClasses = ['dns', 'connect', 'tls', 'timeout', 'http', 'oauth', 'address_blocked'] as const;
export type FailureClass = (typeof failureClasses)[number];
export const failureClass = Type.Enum([...failureClasses], { title: 'DeliveryFailure' });
/** What is wrong with an address that was given for a receiver: the `rule` of its refusal. */
export type UrlFault =
  | 'maxLength'
  | 'blanks'
  | 'fragment'
  | 'relative'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'ipAddress'
  | 'hostName'
  | 'internalName';
/** The most months that a request can name. One that names none may take more. */
export const mostMonths = 12;
export const months = Type.Integer({ minimum: 1, maximum: mostMonths });
export const document = Type.Object({ docType, taxId }, { additionalProperties: false, title: 'Document' });
/** The call that caused the message. It goes with every message that may move months, so that each movement can be traced. */
export const origin = closed({
  /** Who called, readable by people: `credential vk_…`, or `user` with an email. */
  actor: Type.String({ minLength: 1, maxLength: 300 }),
  correlationId: Type.String({ minLength: 1, maxLength: 100 }),
  idempotencyKey: Type.Optional(Type.String({ maxLength: 255 })),
});
export type Origin = Static<typeof origin>;
