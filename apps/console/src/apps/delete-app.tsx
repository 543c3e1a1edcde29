import type { AppOverview } from '@posthorn/contract'
import { useState } from 'react'
import { Button } from '../ui/button.js'
import { Confirm } from '../ui/confirm.js'
import { LastUsed } from './last-used.js'
import { useDeleteApp } from './use-delete-app.js'

/** A button that says what stops, and then deletes the application. */
export function DeleteApp({ app }: { app: AppOverview }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button look="danger" onClick={() => setOpen(true)}>
        Delete application
      </Button>
      {isOpen && <ConfirmDelete app={app} onClose={() => setOpen(false)} />}
    </div>
  )
}

function ConfirmDelete({ app, onClose }: { app: AppOverview; onClose: () => void }) {
  const doing = useDeleteApp(app)
  const { name, live_tokens: tokens, users, bot_username: bot } = app
  const ends = `${count(tokens, 'token')} of ${count(users, 'person', 'people')} end at once, and what is connected with them.`
  const asking = { title: `Delete ${name}?`, action: 'Delete application', look: 'danger', doing } as const
  return (
    <Confirm {...asking} onConfirm={() => doing.mutate()} onClose={onClose}>
      <p>
        {tokens === 0 ? 'No token of it is alive.' : ends} Last use: <LastUsed at={app.last_used_at} />.
      </p>
      <p className="text-quiet">
        {bot !== '' && `Its bot @${bot} is deactivated. `}
        What was posted with it stays. This cannot be undone.
      </p>
    </Confirm>
  )
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString()} ${number === 1 ? one : many}`
}
