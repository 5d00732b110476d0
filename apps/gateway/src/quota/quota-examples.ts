import type { AlertsAnswer, ChargesAnswer, ForecastAnswer, PreviewAnswer, StatementAnswer } from './quota-answers.js';

const contrato = '5f0c2a1e-8d0b-4a52-9d0e-2f6c1b7a9e10';
const cuota = { otorgada: 100, disponible: 94, reservada: 0, consumida: 6 };
const untouched = { otorgada: 100, disponible: 100, reservada: 0, consumida: 0 };

export const previewExample: PreviewAnswer = {
  statusCode: 200,
  data: {
    plan: 'pago_unico',
    rechazo: null,
    documentos: [{ taxId: '20990000019', accion: 'cargar', motivo: null, meses_devueltos: 0, meses_descontados: 6, vence: '2027-04-30' }],
    meses_devueltos: 0,
    meses_descontados: 6,
    cuota_antes: 100,
    cuota_despues: 94,
    meses_que_caben: 14,
    dias_restantes_del_mes: 10,
    cargo_maximo: { documentos: 1, importe: 10.05 },
  },
};

export const statementExample: StatementAnswer = {
  statusCode: 200,
  data: {
    contrato,
    inicio: '2026-01-01',
    fin: '2027-12-31',
    saldo_inicial: untouched,
    lineas: [
      {
        linea: 3,
        fecha: '2026-11-20T16:02:07.314Z',
        tipo: 'commit',
        regla: 'profiles x months',
        meses: 6,
        perfiles: 1,
        taxId: null,
        desde_mes: '2026-11',
        hasta_mes: '2027-04',
        solicitud: '0b3f6a1e-5c0e-4d6a-9a57-3f1d2f1b6c11',
        autor: 'client',
        motivo: null,
        saldo: cuota,
      },
    ],
    saldo_final: cuota,
    siguiente: null,
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
  data: [{ contrato, tipo: 'quota', umbral: '50', datos: { available: 49, granted: 100 }, fecha: '2026-11-20T16:02:07.314Z' }],
};

export const chargesExample: ChargesAnswer = {
  statusCode: 200,
  data: { cargos: [{ docType: 'RUC', taxId: '20990000019', importe: 10.05, fecha: '2026-11-20T16:02:07.314Z' }], total: 10.05 },
};
