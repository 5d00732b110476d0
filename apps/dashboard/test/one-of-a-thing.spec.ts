import { describe, expect, it } from '@jest/globals';
import { refusalWords } from '../src/gateway/refusal-words.ts';
import { Refusal } from '../src/gateway/refusal.ts';
import { en as homeEn } from '../src/home/words.en.ts';
import { es as home } from '../src/home/words.es.ts';
import { en as loadingEn } from '../src/loading/words.en.ts';
import { es as loading } from '../src/loading/words.es.ts';
import { en as monitoringEn } from '../src/monitoring/words.en.ts';
import { es as monitoring } from '../src/monitoring/words.es.ts';
import { en as checksEn } from '../src/operations/checks/words.en.ts';
import { es as checks } from '../src/operations/checks/words.es.ts';
import { en as contractsEn } from '../src/operations/contracts/words.en.ts';
import { es as contracts } from '../src/operations/contracts/words.es.ts';
import { en as datasetsEn } from '../src/operations/datasets/words.en.ts';
import { es as datasets } from '../src/operations/datasets/words.es.ts';
import { en as sourcesEn } from '../src/operations/sources/words.en.ts';
import { es as sources } from '../src/operations/sources/words.es.ts';
import { en as recordEn } from '../src/profile/record/words.en.ts';
import { es as record } from '../src/profile/record/words.es.ts';
import { en as profileEn } from '../src/profile/words.en.ts';
import { es as profile } from '../src/profile/words.es.ts';
import { en as quotaEn } from '../src/quota/words.en.ts';
import { es as quota } from '../src/quota/words.es.ts';
import { es as webhooks } from '../src/webhooks/words.es.ts';

describe('a count of one has the singular', () => {
  it('on the home page', () => {
    expect([home.all(1), home.exposureMore(1), home.available(1, 1), home.held(1)]).toEqual([
      '1 activo',
      'No incluye 1 perfil cuya deuda no se conoce',
      '1 de 1 mes disponible',
      '1 reservado para cargas en curso',
    ]);
    expect([homeEn.exposureMore(1), homeEn.available(1, 1)]).toEqual([
      'Excludes 1 profile whose debt is not known',
      '1 of 1 month available',
    ]);
    expect([home.exposureMore(1_200), home.held(2)]).toEqual([
      'No incluye 1,200 perfiles cuya deuda no se conoce',
      '2 reservados para cargas en curso',
    ]);
  });

  it('in a profile and its history', () => {
    expect([profile.sections.trade.declarations(1), record.delivered(1, 1)]).toEqual(['1 declaración', 'Recibido por 1 de 1 receptor']);
    expect([profileEn.sections.trade.declarations(1), recordEn.delivered(1, 1)]).toEqual(['1 declaration', 'Received by 1 of 1 receiver']);
    expect([profile.sections.trade.declarations(2), record.delivered(1, 2)]).toEqual(['2 declaraciones', 'Recibido por 1 de 2 receptores']);
  });

  it('in loads and their cost', () => {
    expect([loading.sending(0, 1), loading.progress(1, 1), loadingEn.sending(0, 1)]).toEqual([
      '0 de 1 solicitud enviada.',
      '1 de 1 terminado',
      '0 of 1 request sent.',
    ]);
    expect([monitoring.months(0, 1, 1), monitoringEn.months(0, 1, 1)]).toEqual([
      'No usa meses de la cuota: queda 1.',
      'It uses no months of the quota: 1 is left.',
    ]);
    expect(monitoring.returned(1, 1)).toMatch(/se descuenta 1 mes y vuelve 1 mes no iniciado\.$/);
    expect(monitoringEn.returned(1, 1)).toMatch(/1 month is deducted, and 1 month that has not begun is returned\.$/);
    expect(monitoring.tooDear(1, 0)).toMatch(/^Se necesita 1 mes /);
    expect([monitoring.charges(1, 'S/ 1.50'), monitoring.wholeMonth(1, null)]).toEqual([
      'Hasta S/ 1.50 por 1 documento que podría ser nuevo en la plataforma.',
      'El mes en curso cuenta entero (le queda 1 día).',
    ]);
    expect([monitoring.tooDearInParts(1), monitoringEn.tooDearInParts(1)]).toEqual([
      expect.stringMatching(/alcanza para 1 mes por documento\.$/),
      expect.stringMatching(/enough for 1 month per document\.$/),
    ]);
    const short = (available: number, fittingMonths: number, fittingProfiles: number) =>
      refusalWords(new Refusal(409, '', 'quota_insufficient', { available, months: 3, fittingMonths, fittingProfiles }), 'es');
    expect([short(1, 1, 0), short(5, 1, 1), short(5, 0, 1), short(5, 0, 0)]).toEqual([
      'En la cuota queda 1 mes y no alcanza. Cabe hasta 1 mes para todos.',
      'En la cuota quedan 5 meses y no alcanzan. Cabe hasta 1 mes para todos, o 1 perfil por 3 meses.',
      'En la cuota quedan 5 meses y no alcanzan. Cabe 1 perfil por 3 meses.',
      'En la cuota quedan 5 meses y no alcanzan.',
    ]);
  });

  it('in a quota', () => {
    const facts = { available: 1, granted: 1 };
    expect([quota.used(0, 1), quota.opening(1), quota.surplus(1), quota.surplus(-1)]).toEqual([
      '0 de 1 mes usado o reservado',
      'Saldo inicial: 1 mes disponible',
      'La cuota alcanza: sobraría 1 mes',
      'La cuota no alcanza: faltaría 1 mes',
    ]);
    expect(quota.alert('contract_ends_30', facts, { day: '31/12/2026' })).toBe('El contrato termina el 31/12/2026 con 1 mes sin usar');
    expect(quotaEn.alert('contract_ends_30', facts, { day: '31/12/2026' })).toBe('The contract ends on 31/12/2026 with 1 month unused');
  });

  it('on the pages for operators', () => {
    expect([checks.agree(1), checks.drifts(1, 1), checksEn.agree(1), checksEn.drifts(1, 1)]).toEqual([
      '1 cuenta revisada: cuadra',
      '1 diferencia en 1 cuenta revisada',
      '1 ledger checked: it balances',
      '1 difference in 1 ledger',
    ]);
    expect([contracts.afterEnd(1), contracts.tooManyAfterEnd(1), contractsEn.tooManyAfterEnd(1)]).toEqual([
      'Quedará 1 mes sin usar.',
      'Solo hay 1 mes sin usar.',
      'Only 1 is unused.',
    ]);
    expect([contracts.held(1), contracts.after(1), contracts.tooMany(1), contractsEn.tooMany(1)]).toEqual([
      '1 reservado',
      'Quedará 1 disponible.',
      'Solo hay 1 disponible.',
      'Only 1 is available.',
    ]);
    expect([contracts.profiles(1), contractsEn.profiles(1), datasets.lines(1), datasetsEn.lines(1), datasets.changed(1, 1, 1)]).toEqual([
      '1 perfil',
      '1 profile',
      '1 línea',
      '1 line',
      '+1 · −1 · 1 modificada',
    ]);
    expect([sources.inShort(1, '0%'), sourcesEn.inShort(1, '0%')]).toEqual(['1 consulta, 0% fallidas', 'asked once, 0% failed']);
    expect(webhooks.hourOf('09:00', 1, 1, 1)).toBe('09:00: 1 entregada, 1 fallida, 1 por entregar');
  });
});
