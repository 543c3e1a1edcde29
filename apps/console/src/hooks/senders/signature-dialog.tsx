import { type HookObject, type SignatureScheme, signatureSchemes } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/client/api.js'
import { hookTitle, invalidateHooks } from '../../data/hooks.js'
import { FormError } from '../../server/states.js'
import { Button } from '../../ui/button.js'
import { CopyField } from '../../ui/forms/copy-field.js'
import { Field, Select } from '../../ui/forms/field.js'
import { Toggle } from '../../ui/forms/toggle.js'
import { Modal } from '../../ui/modal.js'
import { toast } from '../../ui/toast.js'
import { Secrets } from './secrets.js'
import { initialChoices, isComplete, schemeNamed, signatureOf, usualAdding } from './signature-choices.js'

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

type ShownSecretProps = { secret: string; scheme: string; onClose: () => void }

/** A new secret, to be copied into the sender. A click outside does not close it. */
function ShownSecret({ secret, scheme, onClose }: ShownSecretProps) {
  const actions = (
    <Button look="primary" onClick={onClose}>
      Done
    </Button>
  )
  return (
    <Modal title="The new secret" actions={actions}>
      <div className="flex flex-col gap-3">
        <CopyField
          label="Secret"
          action="Copy secret"
          value={secret}
          hint="Copy it now. You won’t be able to see it again."
        />
        <p className="text-sm text-quiet">Where to paste it: {schemeNamed(scheme).where}</p>
      </div>
    </Modal>
  )
}

type Wanted = ReturnType<typeof signatureOf> | null

/** Sets or removes the signature. `made` is a secret that the server has generated. `onDone` is called if there is none. */
function useSetSignature(hook: HookObject, onDone: () => void) {
  const client = useQueryClient()
  const [made, setMade] = useState<string>()
  const doing = useMutation({
    mutationFn: (signature: Wanted) =>
      api.setHookSignature({ params: { team: hook.team_id }, body: { id: hook.id, signature } }),
    onSuccess: async ({ signature }, wanted) => {
      await invalidateHooks(client)
      const isGenerated = wanted?.secrets.some(secret => 'generate' in secret)
      if (isGenerated) return setMade(signature?.secrets[0]?.secret)
      toast('Saved')
      onDone()
    },
    gcTime: 0, // the answer contains secrets
  })
  return { ...doing, made }
}
