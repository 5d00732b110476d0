import type { AlertaServicioSectionV1 } from './alertas.js';
import { sampleComercioExterior } from './sample-comercio-exterior.js';
import { sampleFinanzas } from './sample-finanzas.js';
import type { SectionContents } from './summary.js';

/** From a range that the registry never assigns. */
export const sampleDocument = { docType: 'RUC', taxId: '20990000019' } as const;

/** The part of the score that has the same fields in both versions. */
const modules: Omit<AlertaServicioSectionV1, 'periodo' | 'puntaje_riesgo_total' | 'puntaje_riesgo_maximo' | 'clasificacion_riesgo'> = {
  modulos_incluidos: ['finanzas', 'judicial', 'laboral', 'boletin'],
  omisiones_tributarias: true,
  puntaje_finanzas: 30,
  puntaje_judicial: 19,
  puntaje_laboral: 5,
  puntaje_boletin: 7,
  puntaje_maximo_finanzas: 40,
  puntaje_maximo_judicial: 25,
  puntaje_maximo_laboral: 15,
  puntaje_maximo_boletin: 20,
  boletin_concursal: true,
};

/** An invented company with something in every section, for examples and for tests of receivers. A test makes it from answers of sources. */
const v2: SectionContents = {
  identificacion: {
    razon_social: 'CONFECCIONES APU BLANCO S.A.C.',
    tipo_documento: 'RUC',
    ruc: '20990000019',
    fecha_inscripcion: '2009-05-16',
    fecha_inicio_actividades: '2009-05-17',
    fecha_emisor_electronico: '2019-02-28',
    fecha_afiliado_ple: '2019-02-28',
    estado_contribuyente: 'BAJA DE OFICIO',
    condicion_contribuyente: 'NO HABIDO',
    sistema_emision_comprobante: 'COMPUTARIZADO',
    actividad_comercio_exterior: 'SIN ACTIVIDAD',
    omisiones_tributarias: [
      { periodo: '2023-01', tributo: '0111 - IGV' },
      { periodo: '2023-02', tributo: '0301 - RENTA TERCERA CATEGORIA' },
      { periodo: '2023-03', tributo: '0502 - ESSALUD' },
      { periodo: '2023-04', tributo: '0530 - SNP' },
    ],
    actividades_economicas: [
      'Principal - 5210 - ALMACENAMIENTO Y DEPOSITO',
      'Secundaria 1 - 4630 - VENTA AL POR MAYOR DE ALIMENTOS, BEBIDAS Y TABACO',
    ],
    comprobante_pago_electronico: 'FACTURA (desde 28/02/2019), BOLETA (desde 28/02/2019), GUIA DE REMISION (desde 28/02/2019)',
    domicilio_fiscal: 'CAL. LOS SAUCES NRO. 2254 VILLA HERMOSA LA LIBERTAD - TRUJILLO - EL PORVENIR',
  },
  finanzas: sampleFinanzas.v2,
  legal: {
    representantes_legales: [
      {
        fecha_inicio: '2012-03-15',
        cargo: 'GERENTE GENERAL',
        nombre: 'QUISPE HUAMAN ROSA MARIA',
        numero_documento: '99993111',
        tipo_documento: 'DNI',
        participacion: 62.5,
      },
      {
        fecha_inicio: '2021-11-02',
        cargo: 'APODERADO',
        nombre: 'FLORES ÑAUPARI JOSE LUIS',
        numero_documento: '99993112',
        tipo_documento: 'DNI',
        participacion: null,
      },
      {
        fecha_inicio: '2009-06-20',
        cargo: 'PRESIDENTE DE DIRECTORIO',
        nombre: 'QUISPE HUAMAN ROSA MARIA',
        numero_documento: '99993111',
        tipo_documento: 'DNI',
        participacion: 62.5,
      },
      {
        fecha_inicio: null,
        cargo: 'DIRECTOR',
        nombre: 'PEREIRA RONDON ANDREA KENJI',
        numero_documento: 'SIM000000001',
        tipo_documento: 'CE',
        participacion: 33.33,
      },
    ],
    ultima_actualizacion: '2021-11-02',
  },
  boletin: {
    deudas_boletin: [
      {
        tipo: 'Deuda Coactiva - AUTORIDAD',
        monto_ultimo_periodo: 1500.35,
        monto_seis_meses_anteriores: 1000,
        monto_doce_meses_anteriores: 0,
        fecha_ultimo_periodo: '2026-02-28',
        fecha_seis_meses_anteriores: '2025-08-31',
        fecha_doce_meses_anteriores: '2025-02-28',
        variacion_seis_meses: 500.35,
        variacion_doce_meses: 1500.35,
      },
      {
        tipo: 'Deuda vencida',
        monto_ultimo_periodo: 100.3,
        monto_seis_meses_anteriores: 0,
        monto_doce_meses_anteriores: 50.5,
        fecha_ultimo_periodo: '2026-02-28',
        fecha_seis_meses_anteriores: '2025-08-31',
        fecha_doce_meses_anteriores: '2025-02-28',
        variacion_seis_meses: 100.3,
        variacion_doce_meses: 49.8,
      },
      {
        tipo: 'Documentos protestados',
        monto_ultimo_periodo: 570.1,
        monto_seis_meses_anteriores: 270.5,
        monto_doce_meses_anteriores: 70.1,
        fecha_ultimo_periodo: '2026-02-28',
        fecha_seis_meses_anteriores: '2025-08-31',
        fecha_doce_meses_anteriores: '2025-02-28',
        variacion_seis_meses: 299.6,
        variacion_doce_meses: 500,
      },
    ],
    ultima_actualizacion_deuda_vencida: '2026-02-28',
    ultima_actualizacion_protestos: '2026-02-28',
    ultima_actualizacion_coactiva: '2026-02-28',
  },
  comercio_exterior: sampleComercioExterior.v2,
  laboral: {
    variacion_deuda_laboral: [
      {
        tipo: 'Deudas Laborales Vencidas',
        monto_ultimo_periodo: 100.3,
        monto_seis_meses_anteriores: 0,
        monto_doce_meses_anteriores: 50.5,
        fecha_ultimo_periodo: '2026-02-28',
        fecha_seis_meses_anteriores: '2025-08-31',
        fecha_doce_meses_anteriores: '2025-02-28',
        variacion_seis_meses: 100.3,
        variacion_doce_meses: 49.8,
      },
    ],
    datos_resoluciones_laborales: {
      cantidad_total_actual: 2,
      cantidad_seis_meses: 2,
      cantidad_doce_meses: 1,
      variacion_cantidad_seis: 0,
      variacion_cantidad_doce: 1,
      monto_total_actual: 1200.5,
      monto_seis_meses: 250.25,
      monto_doce_meses: 50.25,
      variacion_monto_seis: 950.25,
      variacion_monto_doce: 1150.25,
      fecha_ultimo_periodo: '02/2026',
      fecha_seis_meses_anteriores: '08/2025',
      fecha_doce_meses_anteriores: '02/2025',
    },
    datos_trabajadores: [
      {
        tipo: 'Total',
        cantidad_ultimo_periodo: 12,
        cantidad_seis_meses_anteriores: null,
        cantidad_doce_meses_anteriores: 12,
        variacion_seis_meses: null,
        variacion_doce_meses: 0,
      },
      {
        tipo: 'Trabajadores',
        cantidad_ultimo_periodo: 8,
        cantidad_seis_meses_anteriores: null,
        cantidad_doce_meses_anteriores: 10,
        variacion_seis_meses: null,
        variacion_doce_meses: -2,
      },
      {
        tipo: 'Pensionistas',
        cantidad_ultimo_periodo: 1,
        cantidad_seis_meses_anteriores: null,
        cantidad_doce_meses_anteriores: 0,
        variacion_seis_meses: null,
        variacion_doce_meses: 1,
      },
      {
        tipo: 'Prestadores',
        cantidad_ultimo_periodo: 3,
        cantidad_seis_meses_anteriores: null,
        cantidad_doce_meses_anteriores: 2,
        variacion_seis_meses: null,
        variacion_doce_meses: 1,
      },
    ],
    fechas_periodos_trabajadores: {
      fecha_ultimo_periodo: '2026-02-28',
      fecha_seis_meses_anteriores: '2025-08-31',
      fecha_doce_meses_anteriores: '2025-02-28',
    },
    ultima_actualizacion_deuda: '2026-02-28',
    ultima_actualizacion_resoluciones: '2026-02-28',
    ultima_actualizacion_trabajadores: '2026-02-28',
  },
  judicial: {
    deudores_morosos: {
      monto_ultimo_periodo: 15000.5,
      monto_seis_meses_anteriores: 2000,
      monto_doce_meses_anteriores: 2000,
      fecha_ultimo_periodo: '2026-02-28',
      fecha_seis_meses_anteriores: '2025-08-31',
      fecha_doce_meses_anteriores: '2025-02-28',
      variacion_seis_meses_anteriores: 13000.5,
      variacion_doce_meses_anteriores: 13000.5,
    },
    edictos_judiciales: {
      cantidad_ultimo_periodo: 2,
      cantidad_seis_meses_anteriores: 2,
      cantidad_doce_meses_anteriores: 1,
      fecha_ultimo_periodo: '02/2026',
      fecha_seis_meses_anteriores: '08/2025',
      fecha_doce_meses_anteriores: '02/2025',
      variacion_seis_meses_anteriores: 0,
      variacion_doce_meses_anteriores: 1,
    },
    boletin_concursal: true,
    ultima_actualizacion_morosos: '2026-02-28',
    ultima_actualizacion_boletin_concursal: '2025-03-17',
    ultima_actualizacion_edictos: '2026-02-28',
  },
  alerta_servicio: {
    periodo: '2026-10',
    puntaje_total: 61,
    puntaje_maximo: 100,
    clasificacion: 'Alerta crítica',
    ...modules,
  },
  alerta_tercero: { nota: 431, semaforo_actual: 1, semaforo_previo: 2, semaforo_peor_mejor: 10 },
  alerta_compliance: { nivel: 'Alerta Media' },
};

const alerta_servicio: AlertaServicioSectionV1 = {
  periodo: '2026-10',
  puntaje_riesgo_total: 61,
  puntaje_riesgo_maximo: 100,
  clasificacion_riesgo: 'Riesgo crítico',
  ...modules,
};

/** The contents of its sections in each version. */
export const sampleSections = {
  v1: {
    ...v2,
    finanzas: sampleFinanzas.v1,
    comercio_exterior: sampleComercioExterior.v1,
    alerta_servicio,
    alerta_compliance: v2.alerta_compliance.nivel,
  },
  v2,
};
