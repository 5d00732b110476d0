import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconBan, IconBuildingOff, IconHistory } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnswerTo } from '#gateway/operations.ts';
import { useAct, useAnswer } from '#gateway/queries.ts';
import { Confirm } from '#kit/dialog.tsx';
import { Copy } from '#kit/copy.tsx';
import { useFiltersOfList } from '#kit/filters.ts';
import { Link, LinkButton } from '#kit/link.tsx';
import { PageHeader } from '#kit/page-header.tsx';
import { Answered, Empty } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { Contracts } from '#operations/contracts/contracts.tsx';
import { CredentialsOfCorporation } from '#operations/credentials/of-corporation.tsx';
import { UsersOfCorporation } from '#operations/users/of-corporation.tsx';
import { CorporationStatus } from './corporation-status.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

type Shown = AnswerTo<'GET /panel/v1/operator/corporations/:corporationId'>['corporation'];

export function Corporation() {
  const words = useWords({ es, en });
  const { corporationId = '' } = useParams({ strict: false }) as { corporationId?: string };
  const list = useFiltersOfList();
  const query = useAnswer('GET /panel/v1/operator/corporations/:corporationId', { params: { corporationId } });
  return (
    <>
      <Link to="/operador/corporaciones" search={list} size="sm">
        {words.back}
      </Link>
      {query.error?.status === 404 ? (
        <>
          <PageHeader title={words.title} />
          <Empty icon={IconBuildingOff} title={words.missing} />
        </>
      ) : (
        <Answered query={query} heading={<PageHeader title={words.title} />}>
          {({ corporation }) => (
            <>
              <Header corporation={corporation} />
              <Stack gap="lg">
                {corporation.status === 'suspended' && (
                  <Alert color="bad" icon={<IconBan aria-hidden />}>
                    {words.suspended}
                  </Alert>
                )}
                <Contracts corporationId={corporationId} />
                <UsersOfCorporation corporationId={corporationId} />
                <CredentialsOfCorporation corporationId={corporationId} />
              </Stack>
            </>
          )}
        </Answered>
      )}
    </>
  );
}

function Header({ corporation: { corporationId, name, status } }: { corporation: Shown }) {
  const words = useWords({ es, en });
  const [asking, setAsking] = useState(false);
  const isActive = status === 'active';
  return (
    <>
      <PageHeader
        title={name}
        facts={
          <Group gap="xs">
            <CorporationStatus status={status} />
            <Group gap={2} wrap="nowrap">
              <Text size="xs" c="dimmed" ff="monospace">
                {corporationId}
              </Text>
              <Copy text={corporationId} what={words.id} />
            </Group>
          </Group>
        }
        actions={
          <>
            <LinkButton
              to="/operador/actividad"
              search={{ corporacion: corporationId }}
              variant="default"
              leftSection={<IconHistory size={16} aria-hidden />}
            >
              {words.activity}
            </LinkButton>
            <Button variant="default" onClick={() => setAsking(true)}>
              {isActive ? words.suspend : words.resume}
            </Button>
          </>
        }
      />
      {asking && <ChangeStatus corporation={{ corporationId, name, status }} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Does what it asked when it was opened, although a colleague may have done it meanwhile: the same press would otherwise undo it. */
function ChangeStatus({ corporation, onClose }: { corporation: Pick<Shown, 'corporationId' | 'name' | 'status'>; onClose: () => void }) {
  const words = useWords({ es, en });
  const [{ corporationId, name, status }] = useState(corporation);
  const isActive = status === 'active';
  const change = useAct('PATCH /panel/v1/operator/corporations/:corporationId', {
    changes: ['GET /panel/v1/operator/corporations', 'GET /panel/v1/operator/corporations/:corporationId'],
  });
  return (
    <Confirm
      onClose={onClose}
      title={isActive ? words.suspendTitle(name) : words.resumeTitle(name)}
      confirm={isActive ? words.suspend : words.resume}
      onConfirm={() =>
        change.mutate({ params: { corporationId }, body: { status: isActive ? 'suspended' : 'active' } }, { onSuccess: onClose })
      }
      pending={change.isPending}
      error={change.error}
      isDangerous={isActive}
    >
      <Text size="sm">{isActive ? words.suspendMeaning : words.resumeMeaning}</Text>
    </Confirm>
  );
}
