'use client'

import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { Button, type ButtonVariant } from '@/ui/buttons/button'
import { acceptedFiles } from './accepted-files'
import { addFiles } from './uploads'

/** Opens the system's file picker and adds what is chosen. */
export function AddDataButton({ variant = 'primary' }: { readonly variant?: ButtonVariant | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptedFiles}
        aria-label="Files to add"
        onChange={(event) => {
          addFiles(event.currentTarget.files ?? [])
          // The same file can then be chosen again, after it was corrected.
          event.currentTarget.value = ''
        }}
      />
      <Button variant={variant} icon={Upload} onClick={() => input.current?.click()}>
        Add data
      </Button>
    </>
  )
}
