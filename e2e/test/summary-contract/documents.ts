import { expect } from '@jest/globals';
import { rucCheckDigit, rucOfDni, sections, sourcesOf, type Document } from '@vigia/contracts';

interface MagicDocument extends Document {
  code: string;
  /** What loading it answers. */
  status: number;
  /** What its summary of v2 says in any case. */
  shows: object;
}

const complete = { estado: 'succeeded', subhelpers_fallidos: [] };
const coded = (statusCode: string, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { statusCode }]));
const sourced = sections.filter((section) => sourcesOf(section).length > 0);
const failing = [...sourcesOf('finanzas'), ...sourcesOf('judicial'), ...sourcesOf('laboral')];

function ruc(taxId: string, code: string, shows: object = {}, status = 200): MagicDocument {
  return { docType: 'RUC', taxId, code, status, shows: status === 200 ? { ...complete, ...shows } : shows };
}
const alert = (clasificacion: string) => ({ alerta_servicio: { statusCode: 'SH10', data: { clasificacion } } });
const screened = (nivel: string) => ({ alerta_compliance: { statusCode: 'SH10', data: { nivel } } });
const trading = (data: object) => ({ comercio_exterior: { statusCode: 'SH10', data } });
const identified = (data: object) => ({ ...complete, legal: { statusCode: 'SH40' }, identificacion: { statusCode: 'SH10', data } });
const many = (length: number) => Array.from({ length }, () => expect.anything());
const nobodyKnows = { estado: 'failed', ...coded('SH50', sections) };

export const magicDocuments: MagicDocument[] = [
  ruc('20990000019', 'CLEAN', { ...alert('Sin alerta'), ...coded('SH10', ['finanzas', 'legal', 'laboral', 'alerta_tercero']) }),
  ruc('20990000027', 'LOW', alert('Alerta baja')),
  ruc('20990000035', 'MEDIUM', alert('Alerta media')),
  ruc('20990000043', 'HIGH', alert('Alerta alta')),
  ruc('20990000051', 'CRITICAL', { ...alert('Alerta crítica'), judicial: { statusCode: 'SH10', data: { boletin_concursal: true } } }),
  ruc('20990000060', 'SANCTIONED', screened('Alerta Alta')),
  ruc('20990000078', 'PEP_REP', screened('Alerta Media')),
  ruc('20990000086', 'NAME_ALIKE', screened('Alerta Baja')),
  ruc(
    '20990000094',
    'NOT_FOUND',
    { estado: 'failed', subhelpers_fallidos: [], ...coded('SH50', ['identificacion', 'alerta_servicio', 'alerta_compliance']) },
    404,
  ),
  ruc('20990000108', 'NO_INFO', {
    ...coded('SH11', sourced),
    // Without anybody's name nobody was screened.
    ...coded('SH50', ['alerta_compliance']),
  }),
  ruc('20990000116', 'PARTIAL_ONE', {
    estado: 'partial',
    subhelpers_fallidos: sourcesOf('finanzas').toSorted(),
    ...coded('SH50', ['finanzas']),
    ...alert('No procesado'),
  }),
  ruc('20990000124', 'PARTIAL_MANY', {
    estado: 'partial',
    subhelpers_fallidos: failing.toSorted(),
    ...coded('SH50', ['finanzas', 'laboral']),
    ...alert('No procesado'),
  }),
  ruc('20990000132', 'ALL_FAIL', nobodyKnows, 502),
  ruc('20990000141', 'FLAKY'),
  ruc('20990000159', 'SLOW_5S'),
  ruc('20990000167', 'SLOW_45S'),
  ruc(
    '20990000175',
    'HANG',
    { activo: false, estado: 'failed', subhelpers_fallidos: many(17), ...coded('SH51', ['identificacion', 'finanzas', 'judicial']) },
    502,
  ),
  ruc('20990000183', 'RATE_LIMITED'),
  ruc('20990000191', 'BAD_PAYLOAD', nobodyKnows, 502),
  ruc('20990000205', 'NOT_CONTRACTED', { laboral: { statusCode: 'SH30', data: {} }, ...alert('No procesado') }),
  ruc('20990000213', 'TRADER', trading({ es_importador: true, es_exportador: true, pendiente_de_calculo: false })),
  ruc('20990000221', 'TRADE_PENDING', trading({ es_importador: null, es_exportador: null, pendiente_de_calculo: true })),
  ruc('20990000230', 'TRADE_NO_FX', trading({ es_importador: true, es_exportador: true })),
  ruc('20990000248', 'LEGACY_FINANZAS', {
    finanzas: { data: { situacion: null, peor_calificacion: { calificacion: 'NOR', porcentaje: 100 } } },
    ...alert('No procesado'),
  }),
  ruc('20990000256', 'DRIFTS'),
  ruc('20990000264', 'HUGE', { legal: { data: { representantes_legales: many(200) } } }),
  ruc('20990000272', 'UNICODE'),
  ruc('20990000299', 'NO_HABIDO', { identificacion: { data: { condicion_contribuyente: 'NO HABIDO', omisiones_tributarias: many(4) } } }),
  ruc('20990000302', 'GUARANTOR', { finanzas: { data: { codeudores_avales: { como_garante: { vinculos: many(5) } } } } }),
  {
    docType: 'DNI',
    taxId: '99990001',
    code: 'DNI_WITH_RUC',
    status: 200,
    shows: identified({ tipo_documento: 'DNI', ruc: '10999900017' }),
  },
  { docType: 'DNI', taxId: '99990002', code: 'DNI_NO_RUC', status: 200, shows: identified({ tipo_documento: 'DNI', ruc: null }) },
  { docType: 'DNI', taxId: '99990003', code: 'DNI_REDAM', status: 200, shows: { ...complete, ...coded('SH10', ['judicial']) } },
  { docType: 'CE', taxId: 'SIM000000001', code: 'CE_OK', status: 200, shows: identified({ tipo_documento: 'CE' }) },
  { docType: 'CE', taxId: 'SIM000002', code: 'CE_SHORT', status: 200, shows: identified({ tipo_documento: 'CE' }) },
];

const numbered = (count: number, documentOf: (i: number) => Document) => Array.from({ length: count }, (_, i) => documentOf(i));
const rucOf = (tenDigits: string): Document => ({ docType: 'RUC', taxId: `${tenDigits}${rucCheckDigit(tenDigits)}` });

/** Documents of every kind and prefix, of sound taxpayers and of taxpayers in trouble. */
export const ordinaryDocuments: Document[] = [
  ...numbered(30, (i) => rucOf(String(2_099_700_000 + i))),
  ...numbered(3, (i) => rucOf(String(1_599_700_000 + i))),
  ...numbered(3, (i) => rucOf(String(1_799_700_000 + i))),
  ...['99990001', '99997101', '99997106'].map((dni): Document => ({ docType: 'RUC', taxId: rucOfDni(dni) })),
  ...numbered(8, (i) => ({ docType: 'DNI', taxId: String(99_997_100 + i) })),
  ...numbered(3, (i) => ({ docType: 'CE', taxId: `SIM${700_000 + i}` })),
];
