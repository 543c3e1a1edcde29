import type { AccountOverview } from '@posthorn/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../data/client/api.js'
import { useMe } from '../data/session.js'
import { Part } from '../layout/part.js'
import { Confirm } from '../server/confirm.js'
import { useAdminister } from '../system/use-administer.js'
import { Button, buttonClasses } from '../ui/button.js'
import { Field } from '../ui/forms/field.js'
import { Toggle } from '../ui/forms/toggle.js'

/** Downloads everything that is stored about a user. */
function ExportUser({ id, words }: { id: string; words: string }) {
  return (
    <a href={`/api/v3/users/${id}/export`} download className={buttonClasses()}>
      {words}
    </a>
  )
}

/** A user's own data. */
export function OwnDataPart() {
  const me = useMe()
  return (
    <Part title="My data" about="A file of everything stored about you, without secrets.">
      <div>
        <ExportUser id={me.id} words="Export my data" />
      </div>
    </Part>
  )
}

/** Another user's data, which can be erased once the user is deactivated. */
export function DataPartOf({ account }: { account: AccountOverview }) {
  const [isAsking, setAsking] = useState(false)
  const isActive = account.delete_at === 0
  return (
    <Part title="Personal data" about="Export it, or erase it after you have deactivated the account.">
      <div className="flex flex-wrap gap-2">
        <ExportUser id={account.id} words="Export data" />
        <Button look="danger" disabled={isActive} onClick={() => setAsking(true)}>
          Erase user
        </Button>
      </div>
      {isAsking && <EraseUser account={account} onClose={() => setAsking(false)} />}
    </Part>
  )
}

/** Asks for the user name before a user is erased, and says what is lost. */
function EraseUser({ account, onClose }: { account: AccountOverview; onClose: () => void }) {
  const { id, username } = account
  const [typed, setTyped] = useState('')
  const [deletesOwned, setDeletesOwned] = useState(false)
  const [deletesPosts, setDeletesPosts] = useState(false)
  const navigate = useNavigate()
  const body = {
    username: typed,
    delete_owned: deletesOwned,
    webhook_posts: deletesPosts ? 'delete' : 'keep',
  } as const
  const doing = useAdminister(() => api.eraseUser({ params: { user: id }, body }), {
    done: `Erasing ${username} in the background`,
    onDone: () => void navigate({ to: '/admin/users' }), // a failed navigation shows on the next screen
  })
  const asking = { title: `Erase ${username}?`, action: 'Erase user', look: 'danger', doing } as const
  const isOpen = typed !== username
  return (
    <Confirm {...asking} disabled={isOpen} onConfirm={() => doing.mutate()} onClose={onClose}>
      <p className="text-quiet">
        This deletes the account, its posts, memberships and settings, and removes its name from the audit
        log. Posts of others stay. You can’t undo this.
      </p>
      <Toggle
        label="Delete their webhooks and applications"
        checked={deletesOwned}
        onChange={setDeletesOwned}
      />
      <Toggle label="Delete the posts of their webhooks" checked={deletesPosts} onChange={setDeletesPosts} />
      <Field
        label={`Type ${username} to confirm`}
        value={typed}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
      />
    </Confirm>
  )
}
