import { useEffect, useState } from 'react'
import { useMayBeOld } from '../data/server-status.js'

/** Shorter than that nobody need know of it. */
const patienceMs = 1500

/** Says above everything that the server is away and what is shown may be old; goes by itself. */
export function MayBeOld() {
  const mayBeOld = useMayBeOld()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!mayBeOld) return setShown(false)
    const timer = setTimeout(() => setShown(true), patienceMs)
    return () => clearTimeout(timer)
  }, [mayBeOld])
  return (
    <div role="status">
      {isShown && (
        <p className="bg-warn-soft px-4 py-1 text-center text-sm text-warn">
          Posthorn does not answer. What you see may be old; it is brought up to date as soon as it does.
        </p>
      )}
    </div>
  )
}
