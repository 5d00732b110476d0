import { sections, sectionsV1, type Section } from '../sources/catalogue.js';
import { v1Name } from './sections.js';
import type { SummaryV2 } from './summary.js';

const identificacion = {
  razon_social: 'COMERCIAL ANDINA DE PRUEBA S.A.C.',
  tipo_documento: 'RUC' as const,
  ruc: '20990000019',
  fecha_inscripcion: '2012-03-14',
  fecha_inicio_actividades: '2012-04-01',
  fecha_emisor_electronico: '2017-01-01',
  fecha_afiliado_ple: '2016-01-01',
  estado_contribuyente: 'ACTIVO',
  condicion_contribuyente: 'HABIDO',
  sistema_emision_comprobante: 'COMPUTARIZADO',
  actividad_comercio_exterior: 'SIN ACTIVIDAD',
  omisiones_tributarias: [],
  actividades_economicas: ['Principal - 4711 - VENTA AL POR MENOR EN COMERCIOS NO ESPECIALIZADOS'],
  comprobante_pago_electronico: 'FACTURA (desde 01/01/2017)',
  domicilio_fiscal: 'AV. LOS EJEMPLOS NRO. 123 LIMA - LIMA - LINCE',
};

const isPending = (section: Section) => section !== 'identificacion';
const pendingSection = { statusCode: 'SH20', data: {} } as const;
type Pending = Record<Exclude<Section, 'identificacion'>, typeof pendingSection>;

const v2: SummaryV2 = {
  taxId: '20990000019',
  activo: false,
  estado: 'loading',
  subhelpers_fallidos: [],
  identificacion: { statusCode: 'SH10', data: identificacion },
  ...(Object.fromEntries(sections.filter(isPending).map((section) => [section, pendingSection])) as Pending),
};

/** A profile whose load is still running: one section is there. */
export const summaryExample = {
  v1: {
    statusCode: 200,
    data: {
      taxId: '20990000019',
      activo: false,
      identificacion,
      ...Object.fromEntries(sectionsV1.filter(isPending).map((section) => [v1Name(section), null])),
    },
  },
  v2: { statusCode: 200, data: v2 },
};
