import { Alert, Group, NativeSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconWebhookOff } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type DocType, docTypes, isValidDocument } from '@vigia/contracts';
import { useState } from 'react';
import { useAct, useAnswer } from '#gateway/queries.ts';
import { Confirm } from '#kit/dialog.tsx';
import { Link } from '#kit/link.tsx';
import { Unanswered } from '#kit/states.tsx';
import { isTakenForRuc, typedDocument } from '#language/document.ts';
import { useLanguage, useWords } from '#language/language.tsx';
import { looksLike } from '#language/looks-like.ts';
import { CostSummary } from '#monitoring/cost-summary.tsx';
import { canBegin, useCost } from '#monitoring/preview.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** Sends the summary of one profile to the webhooks. The cost of a load that it needs first is shown before. */
export function Trigger({ onClose }: { onClose: () => void }) {
  const words = useWords({ es, en }).trigger;
  const { language } = useLanguage();
  const router = useRouter();
  const [docType, setDocType] = useState<DocType>('RUC');
  const [typed, setTyped] = useState('');
  const [mode, setMode] = useState('monitoring');
  const { kind, taxId } = typedDocument(typed);
  const isOtherKind = kind !== undefined && kind !== docType;
  const isRuc = kind === undefined && isTakenForRuc(docType, taxId);
  const isValid = !isOtherKind && !isRuc && isValidDocument(docType, taxId);
  const isWrong = !isValid && (isOtherKind || taxId.length >= lengths[docType]);
  const isMonitoring = mode === 'monitoring';
  const webhooks = useAnswer('GET /panel/v1/webhooks', {});
  const hasReceiver = webhooks.data?.webhooks.some(({ active }) => active);
  const cost = useCost('POST /panel/v1/loads/preview', isValid ? [{ docType, taxIds: [taxId], isMonitoring }] : []);
  const kept = cost.isPending ? undefined : cost.data?.documents.find(({ action }) => action === 'keep');
  const isThere = cost.isPending || !cost.data ? undefined : kept !== undefined;
  const question = isThere === false ? words.mode : words.modeIfLoaded;
  const type = (text: string) => {
    setTyped(text);
    setDocType(typedDocument(text).kind ?? docType);
  };
  const act = useAct('POST /panel/v1/events', { changes: ['GET /panel/v1/events', 'GET /panel/v1/deliveries', 'GET /panel/v1/loads'] });
  const confirm = () =>
    act.mutate(
      { body: { docType, taxId, isMonitoring } },
      {
        onSuccess: ({ triggerId }) => {
          onClose();
          void router.navigate({ to: '/eventos/$triggerId', params: { triggerId } });
        },
      },
    );
  return (
    <Confirm
      onClose={onClose}
      title={words.title}
      confirm={words.confirm}
      onConfirm={confirm}
      pending={act.isPending}
      error={act.error}
      disabled={!isValid || !hasReceiver || !canBegin(cost)}
    >
      <Text size="sm">{words.what}</Text>
      {!webhooks.data && <Unanswered query={webhooks} />}
      {hasReceiver === false && (
        <Alert color="watch" variant="light" icon={<IconWebhookOff aria-hidden />} title={words.noReceiver}>
          <Link to="/webhooks" size="sm">
            {words.toWebhooks}
          </Link>
        </Alert>
      )}
      <Group align="flex-start" wrap="nowrap" gap="sm">
        <NativeSelect
          label={words.docType}
          data={docTypes}
          value={docType}
          onChange={({ currentTarget }) => setDocType(currentTarget.value as DocType)}
          w={96}
        />
        <TextInput
          label={words.document}
          value={typed}
          inputMode={docType === 'CE' ? 'text' : 'numeric'}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          error={isRuc ? looksLike[language](['RUC'], docType) : isWrong && words.wrong(docType)}
          data-autofocus
          flex={1}
        />
      </Group>
      {isValid && isThere && <Text size="sm">{kept?.access?.state === 'pending' ? words.isLoading : words.isThere}</Text>}
      {isValid && !isThere && (
        <>
          <Stack gap={4}>
            <Text size="sm" fw={500}>
              {question}
            </Text>
            <SegmentedControl
              aria-label={question}
              value={mode}
              onChange={setMode}
              data={[
                { value: 'monitoring', label: words.monitoring },
                { value: 'query', label: words.query },
              ]}
            />
          </Stack>
          <CostSummary cost={cost} />
        </>
      )}
    </Confirm>
  );
}

/** From this length on the typed text can be wrong. */
const lengths: Record<DocType, number> = { RUC: 11, DNI: 8, CE: 12 };
