import { Text } from '@mantine/core';
import { useAct } from '#gateway/queries.ts';
import { useWords } from '#language/language.tsx';
import { count } from '#language/money.ts';
import { Finding, Verification } from './verification.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function PortfolioCheck() {
  const words = useWords({ es, en });
  const verify = useAct('POST /panel/v1/operator/verifications/portfolios');
  return (
    <Verification title={words.portfolios} meaning={words.portfoliosMeaning} button={words.comparePortfolios} verify={verify} given={{}}>
      {({ healed, corporations, drifts }) =>
        healed === 0 ? (
          <Finding tone="good">{words.portfoliosAgree(corporations, count(corporations))}</Finding>
        ) : (
          <Finding tone="bad" title={words.portfoliosHealed(healed, count(healed))}>
            {drifts.map(({ corporationId, docType, taxId, what }) => (
              <Text key={`${corporationId} ${docType} ${taxId}`} size="sm" c="inherit">
                {docType} {taxId} · {corporationId} · {words.driftsOf[what]}
              </Text>
            ))}
          </Finding>
        )
      }
    </Verification>
  );
}
