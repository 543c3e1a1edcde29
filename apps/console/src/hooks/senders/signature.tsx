import type { HookObject } from '@posthorn/contract'
import { useState } from 'react'
import { useHook } from '../../data/hooks.js'
import { Button } from '../../ui/button.js'
import { SettingsPart } from '../edit/settings-part.js'
import { schemeNamed } from './signature-choices.js'
import { SignatureDialog } from './signature-dialog.js'

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
