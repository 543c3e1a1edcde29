import { useState } from 'react'
import { Button } from '../../ui/button.js'
import { Regenerate } from './regenerate-dialog.js'

/** A button that asks how long the old URL stays valid, makes a new one, and goes where that is shown. */
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
