import RemoveShoppingCart from '@mui/icons-material/RemoveShoppingCart'
import {
  ArrayInput,
  Create,
  DeleteButton,
  Edit,
  NumberInput,
  SaveButton,
  SelectInput,
  SimpleForm,
  SimpleFormIterator,
  TextArrayInput,
  TextInput,
  Toolbar,
} from 'react-admin'
import { minValue, required, useRecordContext } from 'ra-core'

import { useMay } from '../ui/PlainList.tsx'
import { Section } from '../ui/Section.tsx'
import { useConflict } from '../ui/use-conflict.tsx'
import { PicturesInput } from './PicturesInput.tsx'
import { PriceTable } from './PriceTable.tsx'
import type { Product } from './product.ts'
import { VariantTable } from './VariantTable.tsx'

const GENDERS = ['Women', 'Men', 'Unisex'].map((id) => ({ id, name: id }))

/** Texts, pictures, details, translations, prices and pieces of a product. */
export function ProductEdit() {
  const { onError, alert } = useConflict('products')
  const mayWrite = useMay('products.write')
  return (
    <Edit
      title={<ProductTitle />}
      mutationMode="pessimistic"
      redirect={false}
      mutationOptions={{ onError }}
      actions={false}
    >
      {alert}
      <Prices mayWrite={mayWrite} />
      <SimpleForm
        disabled={!mayWrite}
        toolbar={
          mayWrite && (
            <Toolbar sx={{ justifyContent: 'space-between' }}>
              <SaveButton />
              <DeleteButton
                label="Take off sale"
                icon={<RemoveShoppingCart />}
                mutationMode="pessimistic"
                confirmTitle="Take off sale"
                confirmContent="The shop no longer shows it. It keeps its data, and the filter “Off sale” finds it again."
                successMessage="The product is off sale."
              />
            </Toolbar>
          )
        }
      >
        <Texts />
        <PicturesInput />
        <ArrayInput source="attributes" label="Details, such as HSN and fabric">
          <SimpleFormIterator inline disableReordering>
            <TextInput source="key" label="Name" validate={required()} />
            <TextArrayInput source="value" label="Values" validate={required()} />
          </SimpleFormIterator>
        </ArrayInput>
        <TextArrayInput source="tags" label="Tags" />
        <TextInput source="translations.hi.title" label="Title in Hindi" />
        <TextInput source="translations.hi.description" label="Description in Hindi" multiline />
        <TextInput source="seoTitle" label="Title for search engines" parse={orNull} />
        <TextInput source="seoDescription" label="Description for search engines" multiline parse={orNull} />
      </SimpleForm>
    </Edit>
  )
}

function ProductTitle() {
  return useRecordContext<Product>()?.title
}

export function ProductCreate() {
  return (
    <Create title="New product" redirect="edit">
      <SimpleForm>
        <TextInput source="key" label="Key, unique in the shop" validate={required()} />
        <Texts />
        <NumberInput source="regularPrice" label="MRP (₹)" validate={[required(), minValue(0)]} />
        <NumberInput
          source="discountedPrice"
          label="Price (₹)"
          helperText="Without a price, the MRP is the price."
        />
      </SimpleForm>
    </Create>
  )
}

function Texts() {
  return (
    <>
      <TextInput source="title" label="Title" validate={required()} />
      <TextInput source="description" label="Description (HTML)" multiline />
      <TextInput source="category" label="Category" validate={required()} />
      <TextInput source="parentCategory" label="Parent category" parse={(text: string) => text} />
      <SelectInput source="gender" label="For" choices={GENDERS} />
    </>
  )
}

function Prices({ mayWrite }: { mayWrite: boolean }) {
  const product = useRecordContext<Product>()
  if (!product) return null
  return (
    <>
      <Section title="Prices and pieces">
        <PriceTable products={[product]} />
      </Section>
      {mayWrite && (
        <Section title="Variants">
          <VariantTable key={product.version} product={product} />
        </Section>
      )}
    </>
  )
}

/** An emptied field is removed. */
function orNull(text: string): string | null {
  return text === '' ? null : text
}
