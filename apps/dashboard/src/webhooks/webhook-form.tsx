import { Alert, Button, Group, NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { ActButton } from '#kit/act-button.tsx';
import { notify } from '#kit/notify.ts';
import { type FormEvent, useRef, useState } from 'react';
import { useAct } from '#gateway/queries.ts';
import { Dialog } from '#kit/dialog.tsx';
import { PasswordField } from '#kit/password-field.tsx';
import { Refused } from '#kit/refused.tsx';
import { SecretOnce } from '#kit/secret-once.tsx';
import { useWords } from '#language/language.tsx';
import { addressFault } from './address-fault.ts';
import { changesOf, type FormValues, newBodyOf, valuesOf } from './form-values.ts';
import { headersFault, isAuthorization } from './header-text.ts';
import type { Webhook } from './webhook.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const changes = ['GET /panel/v1/webhooks', 'GET /panel/v1/webhooks/warnings'] as const;

/** A telephone changes nothing in it. */
const code = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false };

interface Props {
  /** The webhook to edit; without one, the form creates one. */
  webhook?: Webhook;
  /** As many as possible are active already. */
  startsOff?: boolean;
  onClose: () => void;
}

export function WebhookForm({ webhook, startsOff = false, onClose }: Props) {
  const all = useWords({ es, en });
  const words = all.form;
  const [secretKey, setSecretKey] = useState<string>();
  const create = useAct('POST /panel/v1/webhooks', { changes: [...changes] });
  const edit = useAct('PATCH /panel/v1/webhooks/:configurationId', { changes: [...changes] });
  const needed = (text: string, { usesOAuth }: FormValues) => (usesOAuth && text.trim() === '' ? words.needed : null);
  /** The list is read again while the form is open. */
  const [opened] = useState(webhook);
  const keptHeaders = webhook?.headerNames ?? [];
  /** Shown beside an address while it is the refused one. */
  const refused = useRef<{ field: string; value: string; text: string }>(undefined);
  const refusalOf = (field: string, value: string) =>
    refused.current?.field === field && refused.current.value === value ? refused.current.text : undefined;
  const form = useForm<FormValues>({
    initialValues: valuesOf(opened),
    validateInputOnBlur: true,
    validate: {
      url: (text) => refusalOf('url', text) ?? (/^https?:\/\/./i.test(text.trim()) && URL.canParse(text.trim()) ? null : words.urlWrong),
      headers(text, { removesHeaders, usesOAuth }) {
        if (removesHeaders) return null;
        const keepsAuthorization = text.trim() === '' && keptHeaders.some(isAuthorization);
        return usesOAuth && keepsAuthorization ? words.authorization : headersFault(text, words, { usesOAuth });
      },
      tokenUrl: (text, values) => refusalOf('tokenUrl', text) ?? needed(text, values),
      clientId: needed,
      clientSecret: (text, values) => (webhook?.oauth ? null : needed(text, values)),
    },
  });
  const onError = (error: Error) => {
    const fault = addressFault(error, words);
    if (!fault) return;
    refused.current = { ...fault, value: form.getValues()[fault.field] };
    form.setFieldError(fault.field, fault.text);
    form.getInputNode(fault.field)?.focus();
  };
  const send = form.onSubmit((values) => {
    if (!opened) {
      const body = newBodyOf(values, { isOff: startsOff });
      return create.mutate({ body }, { onSuccess: (created) => setSecretKey(created.secretKey), onError });
    }
    const body = changesOf(values, opened);
    const saved = () => {
      void notify({ message: words.saved, color: 'good' });
      onClose();
    };
    if (Object.keys(body).length === 0) return onClose();
    return edit.mutate({ params: { configurationId: opened.configurationId }, body }, { onSuccess: saved, onError });
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    refused.current = undefined;
    send(event);
  };
  if (secretKey !== undefined)
    return (
      <Dialog onClose={onClose} title={all.secretTitle} isBinding>
        <SecretOnce name={all.secretName} secret={secretKey} onKept={onClose} />
      </Dialog>
    );
  const isPending = create.isPending || edit.isPending;
  return (
    <Dialog onClose={onClose} size="lg" title={webhook ? words.editTitle : words.createTitle} isBinding={isPending}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {startsOff && (
            <Alert color="watch" variant="light">
              {words.startsOff}
            </Alert>
          )}
          <TextInput
            label={words.url}
            placeholder="https://api.suempresa.pe/vigia"
            type="url"
            required
            data-autofocus
            {...form.getInputProps('url')}
          />
          <Group align="flex-start">
            <TextInput flex="1 1 200px" label={words.name} maxLength={80} {...form.getInputProps('name')} />
            <NativeSelect
              flex="1 1 200px"
              label={words.payloadVersion}
              data={[
                { value: 'v1', label: words.v1 },
                { value: 'v2', label: words.v2 },
              ]}
              {...form.getInputProps('payloadVersion')}
            />
          </Group>
          <TextInput label={words.description} maxLength={500} {...form.getInputProps('description')} />
          <Textarea
            label={words.headers}
            description={keptHeaders.length > 0 ? words.headersKept(keptHeaders) : words.headersHint}
            placeholder={'{"X-Api-Key": "…"}'}
            rows={3}
            {...code}
            disabled={form.values.removesHeaders}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            {...form.getInputProps('headers')}
          />
          {keptHeaders.length > 0 && <Switch label={words.removeHeaders} {...form.getInputProps('removesHeaders', { type: 'checkbox' })} />}
          <Switch label={words.standardHeaders} {...form.getInputProps('standardHeaders', { type: 'checkbox' })} />
          <Switch label={words.useOauth} {...form.getInputProps('usesOAuth', { type: 'checkbox' })} />
          {form.values.usesOAuth && <OAuthFields form={form} keepsSecret={Boolean(webhook?.oauth)} />}
          <Refused error={create.error ?? edit.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isPending}>
              {words.cancel}
            </Button>
            <ActButton type="submit" loading={isPending}>
              {webhook ? words.save : words.createIt}
            </ActButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function OAuthFields({ form, keepsSecret }: { form: UseFormReturnType<FormValues>; keepsSecret: boolean }) {
  const words = useWords({ es, en }).form;
  return (
    <Stack gap="sm" pl="md" style={{ borderInlineStart: '2px solid var(--line)' }}>
      <TextInput label={words.tokenUrl} type="url" required {...form.getInputProps('tokenUrl')} />
      <Group grow align="flex-start">
        <TextInput label={words.clientId} required autoComplete="off" {...code} {...form.getInputProps('clientId')} />
        <PasswordField
          label={words.clientSecret}
          autoComplete="new-password"
          required={!keepsSecret}
          description={keepsSecret && words.clientSecretKept}
          {...form.getInputProps('clientSecret')}
        />
      </Group>
      <Group grow align="flex-start">
        <TextInput label={words.audience} {...code} {...form.getInputProps('audience')} />
        <TextInput label={words.scope} {...code} {...form.getInputProps('scope')} />
      </Group>
    </Stack>
  );
}
