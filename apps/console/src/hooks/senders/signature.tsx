import { type HookObject, type SignatureScheme, signatureLimits, signatureSchemes } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/client/api.js'
import { hookTitle, invalidateHooks, useHook } from '../../data/hooks.js'
import { FormError } from '../../server/states.js'
import { Button } from '../../ui/button.js'
import { CopyField } from '../../ui/forms/copy-field.js'
import { Field, Select } from '../../ui/forms/field.js'
import { Toggle } from '../../ui/forms/toggle.js'
import { Modal } from '../../ui/modal.js'
import { Time } from '../../ui/time.js'
import { toast } from '../../ui/toast.js'
import { SettingsPart } from '../edit/settings-part.js'
import {
  type Adding,
  initialChoices,
  isComplete,
  type SignatureChoices,
  schemeNamed,
  signatureOf,
  usualAdding,
} from './signature-choices.js'

/** Verifies the signatures of the hook's sender. */
export function Signature() {
  const hook = useHook()
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingsPart title="Signature" about={verified(hook.signature)}>
      <Button onClick={() => setOpen(true)}>
        {hook.signature ? 'Change signature' : 'Verify signatures'}
      </Button>
      {isOpen && <SignatureDialog hook={hook} onClose={() => setOpen(false)} />}
    </SettingsPart>
  )
}

function verified(signature: HookObject['signature']): string {
  if (!signature) return 'Not verified: anyone who has the URL can post.'
  const { title } = schemeNamed(signature.scheme)
  const secrets = signature.secrets.length > 1 ? ' Two secrets are valid.' : ''
  const unsigned = signature.required ? '' : ' Calls without one are accepted.'
  return `Verified: ${title}.${unsigned}${secrets}`
}

type SignatureDialogProps = { hook: HookObject; onClose: () => void }

/** Sets how the sender signs. Shows a new secret once. */
function SignatureDialog({ hook, onClose }: SignatureDialogProps) {
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

type SecretsProps = { choices: SignatureChoices; onChange: (changed: Partial<SignatureChoices>) => void }

/** The secrets that stay, and the one to add. Two are valid while senders change over. */
function Secrets({ choices: { kept, adding, secret }, onChange }: SecretsProps) {
  const remove = (setAt: number) => {
    const rest = kept.filter(one => one !== setAt)
    onChange({ kept: rest, ...(rest.length === 0 && adding === 'nothing' && { adding: 'generate' }) })
  }
  return (
    <>
      {kept.length > 0 && (
        <ul aria-label="Secrets" className="flex flex-col gap-2">
          {kept.map(setAt => (
            <li key={setAt} className="flex items-center justify-between gap-3">
              <span>
                Secret set <Time at={setAt} form="seconds" />
              </span>
              <Button onClick={() => remove(setAt)}>Remove</Button>
            </li>
          ))}
        </ul>
      )}
      {kept.length < signatureLimits.secrets && (
        <Select
          label={kept.length === 0 ? 'Secret' : 'Second secret'}
          hint={
            kept.length === 0
              ? undefined
              : 'To replace a secret, add the new one, give it to the sender, and then remove the old one.'
          }
          value={adding}
          onChange={event => onChange({ adding: event.target.value as Adding, secret: '' })}
        >
          {kept.length > 0 && <option value="nothing">None</option>}
          <option value="generate">Generate one</option>
          <option value="enter">Enter the sender’s</option>
        </Select>
      )}
      {adding === 'enter' && kept.length < signatureLimits.secrets && (
        <Field
          label="Secret of the sender"
          hint={`At least ${signatureLimits.leastSecretChars} characters. It is stored encrypted, and never shown again.`}
          value={secret}
          maxLength={signatureLimits.secretChars}
          onChange={event => onChange({ secret: event.target.value })}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </>
  )
}
