import {
  documentForm,
  documentPattern,
  type DocType,
  docType as docTypeSchema,
  docTypes,
  isValidDocument,
  possibleDocTypes,
  VigiaError,
} from '@vigia/contracts';
import type { AskedProfile } from '@vigia/summaries';
import { IsIn } from 'class-validator';
import { Must, Parameter, PathParameter } from '../http/url-query.js';
import { Omittable } from '../http/validation.js';
import { jsonSchema } from '../openapi/api-call.js';

/** What the path and the query of a read say about the profile. */
interface ProfileQuery {
  docType?: DocType;
  taxId: string;
}

export function KindAsked(): PropertyDecorator {
  const shown = {
    schema: jsonSchema(docTypeSchema),
    required: false,
    description:
      'type of the document; when left out, RUC is looked for first, then DNI, then CE, but one whose load failed or whose access has ended only after the others',
  };
  return Parameter(shown, Omittable(), IsIn(docTypes, { message: `docType must be one of ${docTypes.join(', ')}` }));
}

/** A number that is possible for the requested kind of document, or else for any kind. */
export function NumberAsked(): PropertyDecorator {
  const shown = {
    schema: { type: 'string', pattern: documentPattern(docTypes) },
    description: `document number of the profile (${documentForm(docTypes)})`,
  } as const;
  return PathParameter(
    shown,
    Must<ProfileQuery>(
      (taxId, { docType }) => docTypesAsked({ docType, taxId: String(taxId) }).length > 0,
      ({ docType }) => VigiaError.of('document_invalid', { docType: docType ?? 'RUC, DNI or CE' }).message,
    ),
  );
}

/** The kinds of document that a number may stand for, in search order. */
export function docTypesAsked({ docType, taxId }: ProfileQuery): DocType[] {
  if (docType === undefined) return possibleDocTypes(taxId);
  return docTypes.includes(docType) && isValidDocument(docType, taxId) ? [docType] : [];
}

export function profileAsked(corporationId: string, query: ProfileQuery): AskedProfile {
  return { corporationId, taxId: query.taxId, docTypes: docTypesAsked(query) };
}
