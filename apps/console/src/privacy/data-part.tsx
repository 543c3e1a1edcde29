import type { AccountOverview } from '@posthorn/contract'
import { useState } from 'react'
import { useMe } from '../data/session.js'
import { Part } from '../layout/part.js'
import { Button, buttonClasses } from '../ui/button.js'
import { EraseUser } from './erase-user.js'

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
