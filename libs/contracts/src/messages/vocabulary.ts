import { Type } from 'typebox';
import { docTypes } from '../documents/document.js';
import { sourceNames } from '../sources/catalogue.js';
import { closed } from './definition.js';

export const uuid = Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' });
export const docType = Type.Enum([...docTypes]);
export const taxId = Type.String({ minLength: 8, maxLength: 12 });
export const sourceName = Type.Enum([...sourceNames]);
/** A calendar day of America/Lima. */
export const day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' });
export const mode = Type.Enum(['monitoring', 'query']);
export const months = Type.Integer({ minimum: 1, maximum: 12 });
export const document = closed({ docType, taxId });
