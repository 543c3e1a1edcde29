import { type HookObject, type SignatureScheme, signatureSchemes } from '@posthorn/contract'
import { useState } from 'react'
import { hookTitle } from '../../data/hooks.js'
import { FormError } from '../../server/states.js'
import { Button } from '../../ui/button.js'
import { Field, Select } from '../../ui/forms/field.js'
import { Toggle } from '../../ui/forms/toggle.js'
import { Modal } from '../../ui/modal.js'
import { Secrets } from './secrets.js'
import { ShownSecret } from './shown-secret.js'
import { initialChoices, isComplete, schemeNamed, signatureOf, usualAdding } from './signature-choices.js'
import { useSetSignature } from './use-set-signature.js'

type SignatureDialogProps = { hook: HookObject; onClose: () => void }

/** Sets how the sender signs. Shows a new secret once. */
export function SignatureDialog({ hook, onClose }: SignatureDialogProps) {
  const [choices, setChoices] = useState(() => initialChoices(hook))
  const change = (changed: Partial<typeof choices>) => setChoices(before => ({ ...before, ...changed }))
  const { mutate, isPending, error, made } = useSetSignature(hook, onClose)
  const choose = (scheme: SignatureScheme) =>
    change({ scheme, kept: [], adding: usualAdding(scheme), header: '', timestampHeader: '' })
  if (made !== undefined) return <ShownSecret secret={made} scheme={choices.scheme} onClose={onClose} />
  const doing = { busy: isPending, onSave: () => mutate(signatureOf(choices, hook)), onClose }
  const actions = (
    <Actions
      {...doing}
      isComplete={isComplete(choices)}
      onStop={hook.signature ? () => mutate(null) : undefined}
    />
  )
  return (
    <Modal title={`Signature of ${hookTitle(hook)}`} onClose={onClose} actions={actions}>
      <div className="flex flex-col gap-4">
        <Select
          label="Sender"
          hint={schemeNamed(choices.scheme).where}
          value={choices.scheme}
          onChange={event => choose(event.target.value as SignatureScheme)}
        >
          {signatureSchemes.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </Select>
        <Headers choices={choices} onChange={change} />
        <Secrets choices={choices} onChange={change} />
        <Toggle
          label="Refuse calls without a signature"
          hint="Wrong signatures are always refused."
          checked={choices.required}
          onChange={required => change({ required })}
        />
        {error && <FormError error={error} />}
      </div>
    </Modal>
  )
}

type ActionsProps = {
  busy: boolean
  isComplete: boolean
  onSave: () => void
  onStop: (() => void) | undefined
  onClose: () => void
}

function Actions({ busy, isComplete, onSave, onStop, onClose }: ActionsProps) {
  return (
    <>
      {onStop && (
        <Button look="danger" busy={busy} onClick={onStop} className="mr-auto">
          Stop verifying
        </Button>
      )}
      <Button onClick={onClose}>Cancel</Button>
      <Button look="primary" busy={busy} disabled={!isComplete} onClick={onSave}>
        Save signature
      </Button>
    </>
  )
}

type HeadersProps = {
  choices: ReturnType<typeof initialChoices>
  onChange: (changed: Partial<ReturnType<typeof initialChoices>>) => void
}

/** The names of headers, where the sender has no fixed ones. */
function Headers({ choices: { scheme, header, timestampHeader }, onChange }: HeadersProps) {
  const typing = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false }
  if (scheme === 'hmac')
    return (
      <Field
        {...typing}
        label="Header"
        hint="It has the HMAC-SHA256 of the body. For example, X-Sonar-Webhook-HMAC-SHA256, Linear-Signature or Circleci-Signature."
        value={header}
        onChange={event => onChange({ header: event.target.value })}
      />
    )
  if (scheme !== 'grafana') return null
  return (
    <Field
      {...typing}
      label="Timestamp header"
      hint="As in Grafana’s HMAC settings. Leave it empty if Grafana has none."
      value={timestampHeader}
      onChange={event => onChange({ timestampHeader: event.target.value })}
    />
  )
}
