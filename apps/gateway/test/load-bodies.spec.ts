import type { Type } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { getMetadataStorage } from 'class-validator';
import { mock } from 'node:test';
import { ForcedUpdateBody } from '../src/forced-updates/forced-updates.controller.js';
import { strictValidation } from '../src/http/validation.js';
import { BulkLoadBodyV2 } from '../src/loads/bulk-load.controller.js';
import { LoadBodyV1, LoadBodyV2 } from '../src/loads/load.controller.js';

const checked = (metatype: Type<object>, body: object) => strictValidation.transform(body, { type: 'body', metatype });

const document = { taxId: '20990000019', docType: 'RUC' };
const list = { taxIds: ['20990000019'], docType: 'RUC' };

describe('the body of a load', () => {
  it.each<[Type<object>, object, string]>([
    [LoadBodyV2, { ...document, monts: 3 }, 'unknown field monts; did you mean months?'],
    [BulkLoadBodyV2, { ...document, isMonitoring: true }, 'unknown field taxId; did you mean taxIds?'],
    [LoadBodyV1, { ...document, months: 3 }, 'unknown field months; this call takes taxId, docType, isMonitoring'],
    [ForcedUpdateBody, list, 'unknown field docType; this call takes taxIds, months'],
  ])('is refused with the fields that it could have: %p %j', async (type, body, message) => {
    await expect(checked(type, body)).rejects.toMatchObject({ status: 400, message });
  });

  it.each<[Type<object>, object, string]>([
    [LoadBodyV2, { docType: 'RUC' }, 'taxId is missing; taxId must be a string'],
    [LoadBodyV1, { taxId: '20990000019' }, 'docType is missing; docType must be one of RUC, DNI'],
    [BulkLoadBodyV2, {}, 'taxIds is missing; taxIds must be a list'],
    [LoadBodyV2, { taxId: null, docType: 'RUC' }, 'taxId must be a string'],
  ])('is refused with the field that is missing: %p %j', async (type, body, message) => {
    await expect(checked(type, body)).rejects.toMatchObject({ status: 400, message });
  });

  it('with thousands of unknown fields costs the message about one of them', async () => {
    const search = mock.method(getMetadataStorage(), 'getTargetValidationMetadatas');
    try {
      const fields = Object.fromEntries(Array.from({ length: 4_000 }, (_, i) => [`f${i}`, 1]));
      await expect(checked(LoadBodyV2, fields)).rejects.toMatchObject({ message: /^unknown field f0; / });
      // Once for the checks, and once for the message.
      expect(search.mock.callCount()).toBe(2);
    } finally {
      search.mock.restore();
    }
  });
});
