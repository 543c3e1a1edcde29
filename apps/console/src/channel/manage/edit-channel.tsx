import {
  type ChannelObject,
  maxChannelDisplayNameLength,
  maxChannelHeaderLength,
  maxChannelPurposeLength,
} from '@posthorn/contract'
import { useId, useState } from 'react'
import { firstChannelName } from '../../data/channels.js'
import { api } from '../../data/client/api.js'
import { useTeam } from '../../data/teams.js'
import { FormError } from '../../server/states.js'
import { Button } from '../../ui/button.js'
import { Field, TextArea } from '../../ui/forms/field.js'
import { Modal } from '../../ui/modal.js'
import type { ChannelDialogProps } from './channel-task.js'
import { useChannelChange } from './use-channel-change.js'

type Texts = Pick<ChannelObject, 'display_name' | 'name' | 'header' | 'purpose'>

/** Changes a channel's names, purpose and header. */
export function EditChannel({ channel, title, onClose }: ChannelDialogProps) {
  const form = useId()
  const { display_name, name, header, purpose } = channel
  const [texts, setTexts] = useState<Texts>({ display_name, name, header, purpose })
  const team = useTeam()
  const { mutate, isPending, error } = useChannelChange(
    (changed: Texts) =>
      api.updateChannel({ params: { team: team.id }, body: { id: channel.id, ...changed } }),
    { done: 'Saved', onDone: onClose },
  )
  return (
    <Modal
      title={`Name and purpose of ${title}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" busy={isPending}>
            Save changes
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={event => {
          event.preventDefault()
          mutate({ ...texts, display_name: texts.display_name.trim() })
        }}
        className="flex flex-col gap-4"
      >
        <Names channel={channel} texts={texts} onChange={change => setTexts({ ...texts, ...change })} />
        <About texts={texts} onChange={change => setTexts({ ...texts, ...change })} />
        {error && <FormError error={error} />}
      </form>
    </Modal>
  )
}

type TextsProps = { texts: Texts; onChange: (change: Partial<Texts>) => void }

function Names({ channel, texts, onChange }: TextsProps & { channel: ChannelObject }) {
  const isFirst = channel.name === firstChannelName
  return (
    <>
      <Field
        label="Name"
        value={texts.display_name}
        maxLength={maxChannelDisplayNameLength}
        onChange={event => onChange({ display_name: event.target.value })}
        required
      />
      <Field
        label="Name in URLs and payloads"
        hint={
          isFirst
            ? 'The first channel of a team keeps its name.'
            : 'After a change, links and payloads with the old name stop working.'
        }
        value={texts.name}
        maxLength={64}
        disabled={isFirst}
        autoCapitalize="none"
        spellCheck={false}
        onChange={event => onChange({ name: event.target.value })}
        required
      />
    </>
  )
}

function About({ texts, onChange }: TextsProps) {
  return (
    <>
      <TextArea
        label="Purpose"
        hint="Tells people who browse channels what this one is for."
        rows={2}
        value={texts.purpose}
        maxLength={maxChannelPurposeLength}
        onChange={event => onChange({ purpose: event.target.value })}
      />
      <TextArea
        label="Header"
        hint="Shown next to the name."
        rows={2}
        value={texts.header}
        maxLength={maxChannelHeaderLength}
        onChange={event => onChange({ header: event.target.value })}
      />
    </>
  )
}
