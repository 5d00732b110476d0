import { Paper, Stack, Text, Title } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useAct, useAnswer } from '#gateway/queries.ts';
import { DataList } from '#kit/data-list.tsx';
import { PageHeader } from '#kit/page-header.tsx';
import { Answered, Empty } from '#kit/states.tsx';
import { When } from '#kit/when.tsx';
import { useLanguage, useWords } from '#language/language.tsx';
import { meaningsOfList } from '#language/list-meanings.ts';
import { count } from '#language/money.ts';
import { datasetName, editionOf } from '#language/published.ts';
import { LedgerCheck } from './ledger-check.tsx';
import { Finding, Verification } from './verification.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function Checks() {
  const words = useWords({ es, en });
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      <Stack gap="lg">
        <Lists />
        <LedgerCheck />
        <PortfolioCheck />
      </Stack>
    </>
  );
}

function Lists() {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  const query = useAnswer('GET /panel/v1/operator/lists', {});
  return (
    <Paper component="section" p="lg" aria-label={words.lists}>
      <Title order={2} mb="sm">
        {words.lists}
      </Title>
      <Answered query={query}>
        {({ lists }) =>
          lists.length === 0 ? (
            <Empty icon={IconListSearch} title={words.noLists} />
          ) : (
            <DataList
              label={words.lists}
              rows={lists}
              keyOf={({ name }) => name}
              columns={[
                {
                  key: 'list',
                  label: words.list,
                  render: ({ name }) => (
                    <Text size="sm" fw={600}>
                      {datasetName(name, language)}
                    </Text>
                  ),
                },
                { key: 'topic', label: words.topic, render: (list) => meaningsOfList(list, language) },
                { key: 'version', label: words.version, render: ({ version }) => editionOf(version) },
                { key: 'imported', label: words.imported, render: ({ importedAt }) => <When at={importedAt} /> },
                { key: 'entities', label: words.entities, align: 'right', render: ({ entities }) => count(entities) },
              ]}
            />
          )
        }
      </Answered>
    </Paper>
  );
}

function PortfolioCheck() {
  const words = useWords({ es, en });
  const verify = useAct('POST /panel/v1/operator/verifications/portfolios');
  return (
    <Verification title={words.portfolios} meaning={words.portfoliosMeaning} button={words.comparePortfolios} verify={verify} given={{}}>
      {({ healed, corporations, drifts }) =>
        healed === 0 ? (
          <Finding tone="good">{words.portfoliosAgree(corporations, count(corporations))}</Finding>
        ) : (
          <Finding tone="bad" title={words.portfoliosHealed(healed, count(healed))}>
            {drifts.map(({ corporationId, what, entries }) => (
              <Text key={`${corporationId} ${what}`} size="sm" c="inherit">
                {corporationId} · {words.driftsOf[what](entries, count(entries))}
              </Text>
            ))}
          </Finding>
        )
      }
    </Verification>
  );
}
