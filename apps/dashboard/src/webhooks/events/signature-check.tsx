import { Alert, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '#gateway/queries.ts';
import { ActButton } from '#kit/act-button.tsx';
import { Refused } from '#kit/refused.tsx';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** Explains why a signature differs from the one that was sent. */
export function SignatureCheck({ deliveryId }: { deliveryId: string }) {
  const words = useWords({ es, en });
  const [signature, setSignature] = useState('');
  const check = useAct('POST /panel/v1/deliveries/:deliveryId/signature-check');
  const finding = check.data?.finding;
  const isRight = finding?.startsWith('match') ?? false;
  return (
    <Stack
      component="form"
      gap="sm"
      onSubmit={(event) => {
        event.preventDefault();
        check.mutate({ params: { deliveryId }, body: { signature: signature.trim() } });
      }}
    >
      <Text size="sm">{words.detail.signatureHint}</Text>
      <Group align="flex-end" gap="sm">
        <TextInput
          label={words.detail.signatureLabel}
          placeholder="sha256=…"
          flex="1 1 260px"
          spellCheck={false}
          autoComplete="off"
          value={signature}
          onChange={(event) => {
            setSignature(event.currentTarget.value);
            check.reset();
          }}
        />
        <ActButton type="submit" disabled={signature.trim() === ''} loading={check.isPending}>
          {words.detail.check}
        </ActButton>
      </Group>
      {finding && (
        <Alert
          role="status"
          color={isRight ? 'good' : 'watch'}
          icon={isRight ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        >
          {(words.findings as Record<string, string>)[finding] ?? words.findings.unknown}
        </Alert>
      )}
      <Refused error={check.error} />
    </Stack>
  );
}
