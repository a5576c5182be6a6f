import { ArrayInput, SimpleFormIterator, TextInput } from 'react-admin'
import { useSimpleFormIterator, useSourceContext } from 'ra-core'
import { useWatch } from 'react-hook-form'

import { Picture } from '../ui/Picture.tsx'
import { PictureUpload } from '../ui/PictureUpload.tsx'

/** The pictures of a product in their order, each with its text for those who can't see it; the first is the main one. */
export function PicturesInput() {
  return (
    <ArrayInput source="images" label="Pictures">
      <SimpleFormIterator disableClear addButton={<AddPictures />} getItemLabel={(index) => `${index + 1}`}>
        <Thumbnail />
        <TextInput source="alt" label="What the picture shows" parse={(text: string) => text || undefined} />
      </SimpleFormIterator>
    </ArrayInput>
  )
}

function Thumbnail() {
  const url: unknown = useWatch({ name: useSourceContext().getSource('url') })
  return <Picture src={typeof url === 'string' ? url : undefined} size={96} />
}

function AddPictures() {
  const { add } = useSimpleFormIterator()
  return <PictureUpload label="Add pictures" onUploaded={(url) => add({ url })} />
}
