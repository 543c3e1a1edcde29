import { signatureLimits } from '@posthorn/contract'
import { Button } from '../../ui/button.js'
import { Field, Select } from '../../ui/forms/field.js'
import { Time } from '../../ui/time.js'
import type { Adding, SignatureChoices } from './signature-choices.js'

type SecretsProps = { choices: SignatureChoices; onChange: (changed: Partial<SignatureChoices>) => void }

/** The secrets that stay, and the one to add. Two are valid while senders change over. */
export function Secrets({ choices: { kept, adding, secret }, onChange }: SecretsProps) {
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
