import type { HookObject } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/client/api.js'
import { hookTitle, invalidateHooks, useHook } from '../../data/hooks.js'
import { Confirm } from '../../server/confirm.js'
import { Button } from '../../ui/button.js'
import { TextArea } from '../../ui/forms/field.js'
import { toast } from '../../ui/toast.js'
import { formValuesOf } from '../edit/hook-form.js'
import { SettingsPart } from '../edit/settings-part.js'

/** Limits the addresses that may call the hook. */
export function SourceAddresses() {
  const hook = useHook()
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingsPart title="Source addresses" about={acceptedFrom(hook.allow_from)}>
      <Button onClick={() => setOpen(true)}>
        {hook.allow_from.length === 0 ? 'Limit addresses' : 'Change addresses'}
      </Button>
      {isOpen && <AddressDialog hook={hook} onClose={() => setOpen(false)} />}
    </SettingsPart>
  )
}

const shownRanges = 3

function acceptedFrom(ranges: string[]): string {
  if (ranges.length === 0) return 'Calls from all addresses are accepted.'
  const more = ranges.length > shownRanges ? ` and ${ranges.length - shownRanges} more` : ''
  return `Only calls from ${ranges.slice(0, shownRanges).join(', ')}${more} are accepted.`
}

type AddressDialogProps = { hook: HookObject; onClose: () => void }

function AddressDialog({ hook, onClose }: AddressDialogProps) {
  const [text, setText] = useState(hook.allow_from.join('\n'))
  const client = useQueryClient()
  const doing = useMutation({
    mutationFn: () =>
      api.updateHook({
        params: { team: hook.team_id },
        body: { id: hook.id, ...formValuesOf(hook), allow_from: text.split(/[\s,]+/).filter(Boolean) },
      }),
    onSuccess: async () => {
      await invalidateHooks(client)
      toast('Saved')
      onClose()
    },
  })
  return (
    <Confirm
      title={`Source addresses of ${hookTitle(hook)}`}
      action="Save addresses"
      doing={doing}
      onConfirm={() => doing.mutate()}
      onClose={onClose}
    >
      <TextArea
        label="Allowed addresses"
        hint="One IP address or range per line, such as 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32. Leave it empty to accept all."
        rows={5}
        value={text}
        onChange={event => setText(event.target.value)}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <p className="text-sm text-quiet">
        Senders publish their addresses, and change them. Refused calls show the address that was refused.
      </p>
    </Confirm>
  )
}
