import { screeningLists } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import { importList, type InventedList } from '../import-list.js';

/** Runs at every start. It is cheap, because importing an existing version again changes nothing. */
export async function importBundledLists(database: Database): Promise<void> {
  for (const list of inventedLists) await importList(database, list);
}

/** If nobody asked for the simulator, no invented data may answer, not even data from an earlier start. */
export async function removeBundledLists(database: Database): Promise<void> {
  await database.rows(sql`DELETE FROM profiles.list WHERE name = ANY($1)`, [inventedLists.map(({ name }) => name)]);
}

const version = 'inventada-2';

/** All names in these lists are invented, so that a screening finds something before real lists are imported. */
const inventedLists: InventedList[] = [
  {
    name: 'SANCIONES-INVENTADAS',
    version,
    topic: screeningLists['SANCIONES-INVENTADAS'].topic,
    entities: [
      {
        id: 'INV-S-001',
        kind: 'company',
        names: ['CONFECCIONES ALTO ANDINO S.A.', 'ALTO ANDINO TEXTIL EXPORT'],
        documents: [{ tipo: 'RUC', numero: '20990000060' }],
      },
      { id: 'INV-S-002', kind: 'company', names: ['CONSORCIO QORI WASI E.I.R.L.', 'QORI WASI'], documents: [] },
      {
        id: 'INV-S-003',
        kind: 'company',
        names: ['MINERA QUEBRADA HONDA E.I.R.L.', 'QUEBRADA HONDA HOLDING'],
        documents: [{ tipo: 'RUC', numero: '20999000020' }],
      },
      { id: 'INV-S-004', kind: 'company', names: ['NAVIERA PUNTA GAVIOTA S.A.'], documents: [] },
      {
        id: 'INV-S-005',
        kind: 'company',
        names: ['CAMBIOS EL DORADO ETERNO SOCIEDAD ANONIMA CERRADA'],
        documents: [{ tipo: 'RUC', numero: '20999000038' }],
      },
      { id: 'INV-S-006', kind: 'company', names: ['METALES NEVADO MAYOR S.A.C.', 'NEVADO MAYOR HOLDING'], documents: [] },
      { id: 'INV-S-007', kind: 'company', names: ['TRADING PACIFICO LEJANO S.A.C.'], documents: [{ tipo: 'RUC', numero: '20999000046' }] },
      { id: 'INV-S-008', kind: 'company', names: ['MADERAS OCAÑAR S.A.C.'], documents: [] },
      {
        id: 'INV-S-009',
        kind: 'company',
        names: ['FINANZAS TRES CANDADOS E.I.R.L.', 'TRES CANDADOS HOLDING'],
        documents: [{ tipo: 'RUC', numero: '20999000054' }],
      },
      { id: 'INV-S-010', kind: 'company', names: ['COMBUSTIBLES RAYO CLARO S.A.C.'], documents: [] },
      { id: 'INV-S-011', kind: 'company', names: ['AGREGADOS LOMA LARGA S.A.'], documents: [{ tipo: 'RUC', numero: '20999000062' }] },
      { id: 'INV-S-012', kind: 'company', names: ['ORO VIEJO REFINADOS S.A.C.', 'VIEJO REFINADOS HOLDING'], documents: [] },
      { id: 'INV-S-013', kind: 'company', names: ['PUERTO PERDIDO SHIPPING S.A.C.'], documents: [{ tipo: 'RUC', numero: '20999000071' }] },
      { id: 'INV-S-014', kind: 'company', names: ['SEGURIDAD HALCON GRIS SOCIEDAD ANONIMA CERRADA'], documents: [] },
      {
        id: 'INV-S-015',
        kind: 'company',
        names: ['TELECOM ONDA MUDA SOCIEDAD ANONIMA CERRADA', 'ONDA MUDA HOLDING'],
        documents: [{ tipo: 'RUC', numero: '20999000089' }],
      },
      { id: 'INV-S-016', kind: 'company', names: ['HIDRO SALTO QUIETO S.A.C.'], documents: [] },
      { id: 'INV-S-017', kind: 'person', names: ['HINOSTROZA CACERES BENIGNO URBANO'], documents: [{ tipo: 'DNI', numero: '99992901' }] },
      { id: 'INV-S-018', kind: 'person', names: ['DAVELOUIS HINOSTROZA URBANO'], documents: [] },
      { id: 'INV-S-019', kind: 'person', names: ['TERRONES NAVARRETE HERMINIO'], documents: [{ tipo: 'DNI', numero: '99992902' }] },
      { id: 'INV-S-020', kind: 'person', names: ['BUSTINZA SAAVEDRA JACINTO', 'BUSTINZA SAAVEDRA, J'], documents: [] },
      { id: 'INV-S-021', kind: 'person', names: ['OCHARAN ECHENIQUE URBANO'], documents: [{ tipo: 'DNI', numero: '99992903' }] },
      { id: 'INV-S-022', kind: 'person', names: ['JAUREGUI SAAVEDRA DAMIAN'], documents: [] },
      { id: 'INV-S-023', kind: 'person', names: ['TERRONES VELARDE MACARIO'], documents: [{ tipo: 'DNI', numero: '99992904' }] },
      { id: 'INV-S-024', kind: 'person', names: ['DAVELOUIS SAAVEDRA URBANO', 'DAVELOUIS SAAVEDRA, U'], documents: [] },
      { id: 'INV-S-025', kind: 'person', names: ['BUSTINZA URIARTE REMIGIO'], documents: [{ tipo: 'DNI', numero: '99992905' }] },
      { id: 'INV-S-026', kind: 'person', names: ['WONGLU SAAVEDRA LEOPOLDINA PORFIRIO'], documents: [] },
      {
        id: 'INV-S-027',
        kind: 'person',
        names: ['TERRONES PORTOCARRERO JACINTO HERMINIO'],
        documents: [{ tipo: 'DNI', numero: '99992906' }],
      },
      { id: 'INV-S-028', kind: 'person', names: ['FIGALLO XIMENEZ CLOTILDE', 'FIGALLO XIMENEZ, C'], documents: [] },
    ],
  },
  {
    name: 'PEP-INVENTADAS',
    version,
    topic: screeningLists['PEP-INVENTADAS'].topic,
    entities: [
      { id: 'INV-P-001', kind: 'person', names: ['MORALES MAMANI LIZBETH EULALIA'], documents: [{ tipo: 'DNI', numero: '99995475' }] },
      {
        id: 'INV-P-002',
        kind: 'person',
        names: ['TERRONES JAUREGUI LEOPOLDINA PORFIRIO'],
        documents: [{ tipo: 'DNI', numero: '99992907' }],
      },
      { id: 'INV-P-003', kind: 'person', names: ['JAUREGUI URIARTE DAMIAN'], documents: [{ tipo: 'DNI', numero: '99992908' }] },
      { id: 'INV-P-004', kind: 'person', names: ['RIVADENEIRA OCHARAN LEOPOLDINA'], documents: [{ tipo: 'DNI', numero: '99992909' }] },
      { id: 'INV-P-005', kind: 'person', names: ['ECHENIQUE QUEVEDO BENIGNO CLOTILDE'], documents: [{ tipo: 'DNI', numero: '99992910' }] },
      {
        id: 'INV-P-006',
        kind: 'person',
        names: ['ZAVALETA SAAVEDRA LEOPOLDINA MACARIO'],
        documents: [{ tipo: 'DNI', numero: '99992911' }],
      },
      { id: 'INV-P-007', kind: 'person', names: ['URIARTE QUEVEDO CLOTILDE VENANCIO'], documents: [{ tipo: 'DNI', numero: '99992912' }] },
      { id: 'INV-P-008', kind: 'person', names: ['IPARRAGUIRRE QUEVEDO BENIGNO'], documents: [{ tipo: 'DNI', numero: '99992913' }] },
      { id: 'INV-P-009', kind: 'person', names: ['YRIGOYEN XIMENEZ URBANO PORFIRIO'], documents: [{ tipo: 'DNI', numero: '99992914' }] },
      { id: 'INV-P-010', kind: 'person', names: ['JAUREGUI XIMENEZ MACARIO ABELARDO'], documents: [{ tipo: 'DNI', numero: '99992915' }] },
      { id: 'INV-P-011', kind: 'person', names: ['PORTOCARRERO MONTALBAN VENANCIO'], documents: [{ tipo: 'DNI', numero: '99992916' }] },
      { id: 'INV-P-012', kind: 'person', names: ['DAVELOUIS QUEVEDO GREGORIA'], documents: [{ tipo: 'DNI', numero: '99992917' }] },
      { id: 'INV-P-013', kind: 'person', names: ['ZAVALETA JAUREGUI HERMINIO'], documents: [{ tipo: 'DNI', numero: '99992918' }] },
      { id: 'INV-P-014', kind: 'person', names: ['NAVARRETE QUEVEDO FAUSTINO'], documents: [{ tipo: 'DNI', numero: '99992919' }] },
      {
        id: 'INV-P-015',
        kind: 'person',
        names: ['PORTOCARRERO NAVARRETE EMPERATRIZ OFELIA'],
        documents: [{ tipo: 'DNI', numero: '99992920' }],
      },
      {
        id: 'INV-P-016',
        kind: 'person',
        names: ['SAAVEDRA IPARRAGUIRRE MACARIO NICANOR'],
        documents: [{ tipo: 'DNI', numero: '99992921' }],
      },
      { id: 'INV-P-017', kind: 'person', names: ['HINOSTROZA ECHENIQUE FAUSTINO'], documents: [{ tipo: 'DNI', numero: '99992922' }] },
      { id: 'INV-P-018', kind: 'person', names: ['ECHENIQUE HINOSTROZA ABELARDO'], documents: [{ tipo: 'DNI', numero: '99992923' }] },
      { id: 'INV-P-019', kind: 'person', names: ['QUEVEDO TERRONES ISOLINA'], documents: [{ tipo: 'DNI', numero: '99992924' }] },
    ],
  },
  {
    name: 'PROVEEDORES-INVENTADOS',
    version,
    topic: screeningLists['PROVEEDORES-INVENTADOS'].topic,
    entities: [
      { id: 'INV-I-001', kind: 'company', names: ['OBRAS CANAL SECO E.I.R.L.'], documents: [{ tipo: 'RUC', numero: '20999000097' }] },
      { id: 'INV-I-002', kind: 'company', names: ['CONTRATISTAS VIGA NORTE S.A.C.'], documents: [{ tipo: 'RUC', numero: '20999000101' }] },
      { id: 'INV-I-003', kind: 'company', names: ['SUMINISTROS LA BALANZA S.A.'], documents: [{ tipo: 'RUC', numero: '20999000119' }] },
      {
        id: 'INV-I-004',
        kind: 'company',
        names: ['ASFALTOS CAMINO REAL NUEVO SOCIEDAD ANONIMA CERRADA'],
        documents: [{ tipo: 'RUC', numero: '20999000127' }],
      },
      { id: 'INV-I-005', kind: 'company', names: ['EQUIPOS QUIROFANO SUR E.I.R.L.'], documents: [{ tipo: 'RUC', numero: '20999000135' }] },
      { id: 'INV-I-006', kind: 'company', names: ['PAPELERA HOJA BLANCA E.I.R.L.'], documents: [{ tipo: 'RUC', numero: '20999000143' }] },
      { id: 'INV-I-007', kind: 'company', names: ['UNIFORMES AGUJA FINA S.A.'], documents: [{ tipo: 'RUC', numero: '20999000151' }] },
      { id: 'INV-I-008', kind: 'company', names: ['ALIMENTOS OLLA GRANDE S.A.C.'], documents: [{ tipo: 'RUC', numero: '20999000160' }] },
      {
        id: 'INV-I-009',
        kind: 'company',
        names: ['SOFTWARE BIT LENTO SOCIEDAD ANONIMA CERRADA'],
        documents: [{ tipo: 'RUC', numero: '20999000178' }],
      },
      {
        id: 'INV-I-010',
        kind: 'company',
        names: ['RADARES TORRE OESTE SOCIEDAD ANONIMA CERRADA'],
        documents: [{ tipo: 'RUC', numero: '20999000186' }],
      },
      {
        id: 'INV-I-011',
        kind: 'company',
        names: ['LIMPIEZA ESCOBA AZUL SOCIEDAD ANONIMA CERRADA'],
        documents: [{ tipo: 'RUC', numero: '20999000194' }],
      },
      {
        id: 'INV-I-012',
        kind: 'company',
        names: ['VIGILANCIA BUHO REAL SOCIEDAD ANONIMA CERRADA'],
        documents: [{ tipo: 'RUC', numero: '20999000208' }],
      },
    ],
  },
];
