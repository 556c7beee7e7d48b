import { chooseFiles } from '@/ui/choose-files'
import { acceptedFiles } from './accepted-files'
import { addFiles } from './uploads'

/** Opens the system's file picker and adds what is chosen. */
export function chooseData(): void {
  void chooseFiles({ accept: acceptedFiles, isMultiple: true }).then((files) => addFiles(files))
}
