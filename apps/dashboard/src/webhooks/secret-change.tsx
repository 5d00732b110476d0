import { Alert, Box, Group, Stack, Text } from '@mantine/core';
import { IconServer } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { latestOf, useAct } from '#gateway/queries.ts';
import { ActButton } from '#kit/act-button.tsx';
import { Dialog, focusDialogOf } from '#kit/dialog.tsx';
import { PasswordField } from '#kit/password-field.tsx';
import { Refused } from '#kit/refused.tsx';
import { SecretOnce } from '#kit/secret-once.tsx';
import { instant } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { nameOf, type Webhook } from './webhook.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const path = '/panel/v1/webhooks/:configurationId/secret';
const changes = { changes: ['GET /panel/v1/webhooks' as const] };

/** Two secrets are valid while one replaces the other; each step says what the receiver must do. */
export function SecretChange({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const all = useWords({ es, en });
  const words = all.secret;
  const [shown, setShown] = useState<string>();
  const [secretKey, setSecretKey] = useState('');
  const prepare = useAct(`POST ${path}`, changes);
  const withdraw = useAct(`DELETE ${path}`, changes);
  const switchOver = useAct(`POST ${path}/switch`, changes);
  const revert = useAct(`DELETE ${path}/switch`, changes);
  const end = useAct(`POST ${path}/end`, changes);
  const acts = [prepare, withdraw, switchOver, revert, end];
  const pending = acts.some(({ isPending }) => isPending);
  const { error } = latestOf(acts);
  const params = { configurationId: webhook.configurationId };
  const fresh = () => acts.forEach((act) => act.reset());
  const { number, change } = webhook.secret;

  if (shown !== undefined)
    return (
      <Dialog onClose={() => setShown(undefined)} title={all.secretTitle} isBinding>
        <SecretOnce name={all.secretName} secret={shown} onKept={() => setShown(undefined)} />
      </Dialog>
    );

  const step = { none: 0, prepared: 1, switched: 2 }[change?.state ?? 'none'];
  return (
    <Dialog onClose={onClose} size="lg" title={words.title(nameOf(webhook))} isBinding={pending}>
      <Stack>
        <Text size="sm" fw={600} role="status">
          {words.step(step + 1)}: {words.steps[step]}
        </Text>
        {!change && (
          <Step
            text={words.startText}
            receiver={words.startReceiver}
            act={
              <ActButton
                loading={pending}
                onClick={() => prepare.mutate({ params }, { onSuccess: (prepared) => setShown(prepared.secretKey) })}
              >
                {words.prepare}
              </ActButton>
            }
          />
        )}
        {change?.state === 'prepared' && (
          <Step
            text={words.preparedText(number, change.otherNumber)}
            receiver={words.preparedReceiver}
            back={
              <ActButton
                variant="default"
                loading={withdraw.isPending}
                disabled={pending}
                onClick={() => withdraw.mutate({ params }, { onSuccess: fresh })}
              >
                {words.withdraw}
              </ActButton>
            }
            act={
              <ActButton
                loading={switchOver.isPending}
                disabled={secretKey.trim() === ''}
                onClick={() => switchOver.mutate({ params, body: { secretKey: secretKey.trim() } }, { onSuccess: fresh })}
              >
                {words.switch}
              </ActButton>
            }
          >
            <PasswordField
              label={words.keyLabel}
              description={words.keyHint}
              autoComplete="off"
              value={secretKey}
              onChange={(event) => setSecretKey(event.currentTarget.value)}
            />
          </Step>
        )}
        {change?.state === 'switched' && (
          <Step
            text={words.switchedText(number, change.until === null ? '' : instant(change.until))}
            receiver={words.switchedReceiver}
            back={
              <ActButton
                variant="default"
                loading={revert.isPending}
                disabled={pending}
                onClick={() => revert.mutate({ params }, { onSuccess: fresh })}
              >
                {words.revert}
              </ActButton>
            }
            act={
              <ActButton loading={end.isPending} onClick={() => end.mutate({ params }, { onSuccess: onClose })}>
                {words.end}
              </ActButton>
            }
          />
        )}
        <Refused error={error} />
      </Stack>
    </Dialog>
  );
}

interface StepProps {
  text: string;
  receiver: string;
  children?: ReactNode;
  back?: ReactNode;
  act: ReactNode;
}

function Step({ text, receiver, children, back, act }: StepProps) {
  const words = useWords({ es, en }).secret;
  const top = useRef<HTMLParagraphElement>(null);
  // It replaces the step, or the secret, that had the focus.
  useEffect(() => focusDialogOf(top.current), []);
  return (
    <>
      <Text size="sm" ref={top}>
        {text}
      </Text>
      <Alert color="info" variant="light" icon={<IconServer aria-hidden />} title={words.receiver}>
        {receiver}
      </Alert>
      {children}
      <Group justify="space-between">
        <div>{back}</div>
        <Box ml="auto">{act}</Box>
      </Group>
    </>
  );
}
