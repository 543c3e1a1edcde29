import { useState } from 'react'
import { Button } from '../../ui/button.js'
import { Regenerate } from './regenerate-dialog.js'

/** Asks how long the old URL stays valid, creates a new one, and shows it. */
export function RegenerateUrl() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="key" onClick={() => setOpen(true)}>
        Regenerate URL
      </Button>
      {isOpen && <Regenerate onClose={() => setOpen(false)} />}
    </>
  )
}
