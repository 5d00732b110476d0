import type { AlertsAnswer, ContractsAnswer, ForecastAnswer, PreviewAnswer } from './quota-answers.js';

const contrato = '5f0c2a1e-8d0b-4a52-9d0e-2f6c1b7a9e10';
const cuota = { otorgada: 100, disponible: 94, reservada: 0, consumida: 6 };

export const previewExample: PreviewAnswer = {
  statusCode: 200,
  data: {
    plan: 'pago_unico',
    rechazo: null,
    documentos: [
      {
        taxId: '20990000019',
        accion: 'cargar',
        motivo: null,
        meses_devueltos: 0,
        meses_descontados: 6,
        vence: '2027-04-30',
        vence_en: '2027-05-01T05:00:00.000Z',
      },
      {
        taxId: '20990000010',
        accion: 'ninguna',
        motivo: 'taxId is not a valid RUC',
        meses_devueltos: 0,
        meses_descontados: 0,
        vence: null,
        vence_en: null,
      },
    ],
    meses_devueltos: 0,
    meses_descontados: 6,
    cuota_antes: 100,
    cuota_despues: 94,
    meses_que_caben: 14,
    dias_restantes_del_mes: 10,
    cargo_maximo: { documentos: 1, importe: 10.05 },
  },
};

export const forecastExample: ForecastAnswer = {
  statusCode: 200,
  data: {
    contrato,
    fin: '2027-12-31',
    cuota,
    meses: [
      { mes: '2026-11', perfiles: 1, vencen: 0 },
      { mes: '2026-12', perfiles: 1, vencen: 1 },
    ],
    meses_para_todos: 12,
    excedente: 82,
  },
};

export const alertsExample: AlertsAnswer = {
  statusCode: 200,
  data: [
    {
      contrato,
      tipo: 'quota',
      umbral: '50',
      datos: { granted: 100, available: 47, held: 2 },
      fecha: '2026-11-20T16:02:07.314Z',
    },
    {
      contrato,
      tipo: 'lapse_in_7_days',
      umbral: '7',
      datos: { profiles: 2, day: '2026-11-30' },
      fecha: '2026-11-23T05:00:00.000Z',
    },
  ],
};

export const contractsExample: ContractsAnswer = {
  statusCode: 200,
  data: [
    {
      contrato,
      plan: 'pago_unico',
      inicio: '2026-01-01',
      fin: '2027-12-31',
      estado: 'vigente',
      cuota,
      precio_documento: 10.05,
      moneda: 'PEN',
      secciones_excluidas: ['comercio_exterior'],
    },
  ],
};
