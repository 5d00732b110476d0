import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useRef, useState, type FormEvent } from 'react';
import type { AnswerTo } from '#gateway/operations.ts';
import { latestOf, useAct } from '#gateway/queries.ts';
import { ActButton } from '#kit/act-button.tsx';
import { Confirm, Dialog, focusDialogOf } from '#kit/dialog.tsx';
import { Refused } from '#kit/refused.tsx';
import { useWords } from '#language/language.tsx';
import { useCan } from '#session/session.ts';
import { en as viewEn } from './view-words.en.ts';
import { es as viewEs } from './view-words.es.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

type View = AnswerTo<'GET /panel/v1/views'>['views'][number];

const changes = ['GET /panel/v1/views'] as const;
const longest = 80;

const useViewWords = () => ({ ...useWords({ es, en }), ...useWords({ es: viewEs, en: viewEn }) });

export function SaveView({ screen, search, onClose }: { screen: string; search: string; onClose: () => void }) {
  const words = useViewWords();
  const mayShare = useCan('share');
  const [name, setName] = useState('');
  const [isShared, setIsShared] = useState(false);
  const keep = useAct('POST /panel/v1/views', { changes: [...changes] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keep.mutate({ body: { screen, name: name.trim(), search, isShared } }, { onSuccess: onClose });
  };
  return (
    <Dialog title={words.saveView} onClose={onClose}>
      <Stack component="form" onSubmit={submit}>
        <Text size="sm">{search === '' ? words.savesAll : words.savesFilters}</Text>
        <TextInput
          data-autofocus
          label={words.viewName}
          value={name}
          maxLength={longest}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        {mayShare && (
          <Switch label={words.shareView} checked={isShared} onChange={({ currentTarget: { checked } }) => setIsShared(checked)} />
        )}
        <Refused error={keep.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <ActButton type="submit" loading={keep.isPending} disabled={name.trim() === ''}>
            {words.save}
          </ActButton>
        </Group>
      </Stack>
    </Dialog>
  );
}

export function ManageViews({ views, onClose }: { views: View[]; onClose: () => void }) {
  const words = useViewWords();
  const mayShare = useCan('share');
  const [removing, setRemoving] = useState<View>();
  if (removing) return <RemoveShared view={removing} onClose={() => setRemoving(undefined)} />;
  return (
    <Dialog title={words.manageViews} onClose={onClose} size="lg">
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {views.map((view) => (
          <OneView
            key={view.viewId}
            view={view}
            mayChange={view.isShared ? mayShare : view.isOwn}
            onRemoveShared={() => setRemoving(view)}
          />
        ))}
      </Stack>
      {views.length === 0 && <Text size="sm">{words.noViews}</Text>}
    </Dialog>
  );
}

function RemoveShared({ view: { viewId, name }, onClose }: { view: View; onClose: () => void }) {
  const words = useViewWords();
  const remove = useAct('DELETE /panel/v1/views/:viewId', { changes: [...changes] });
  return (
    <Confirm
      onClose={onClose}
      title={words.removeView(name)}
      confirm={words.removeForAll}
      onConfirm={() => remove.mutate({ params: { viewId } }, { onSuccess: onClose })}
      pending={remove.isPending}
      error={remove.error}
      isDangerous
    >
      <Text size="sm">{words.removeForAllMore}</Text>
    </Confirm>
  );
}

interface OneViewProps {
  view: View;
  mayChange: boolean;
  /** A view that others use is not removed at once. */
  onRemoveShared: () => void;
}

function OneView({ view: { viewId, name, isShared }, mayChange, onRemoveShared }: OneViewProps) {
  const words = useViewWords();
  const [typed, setTyped] = useState(name);
  const rename = useAct('PATCH /panel/v1/views/:viewId', { changes: [...changes] });
  const remove = useAct('DELETE /panel/v1/views/:viewId', { changes: [...changes] });
  const line = useRef<HTMLLIElement>(null);
  const onSuccess = () => focusDialogOf(line.current);
  const isChanged = typed.trim() !== '' && typed.trim() !== name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) rename.mutate({ params: { viewId }, body: { name: typed.trim() } }, { onSuccess });
  };
  return (
    <li ref={line}>
      <Group component="form" gap="xs" wrap="nowrap" align="flex-end" onSubmit={submit}>
        <TextInput
          flex={1}
          aria-label={words.renameView(name)}
          description={isShared ? words.sharedView : undefined}
          value={typed}
          maxLength={longest}
          disabled={!mayChange}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <ActButton type="submit" variant="default" disabled={!isChanged} loading={rename.isPending}>
          {words.save}
        </ActButton>
        <ActButton
          variant="subtle"
          color="bad"
          px={9}
          flex="none"
          aria-label={words.removeView(name)}
          disabled={!mayChange}
          loading={remove.isPending}
          onClick={() => (isShared ? onRemoveShared() : remove.mutate({ params: { viewId } }, { onSuccess }))}
        >
          <IconTrash size={18} aria-hidden />
        </ActButton>
      </Group>
      <Refused error={latestOf([rename, remove]).error} />
    </li>
  );
}
