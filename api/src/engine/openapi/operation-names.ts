import type { ResourceDefinition } from '@innkeeper/contract';

const toPascalCase = (label: string): string =>
  label
    .split(/[^a-zA-Z0-9]+/)
    .filter(Boolean)
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');

/** The names of a resource's calls, as a client generated from the document has them: `listMembers`, `updateMember`. */
export function operationNamesOf({ label, labels }: Pick<ResourceDefinition, 'label' | 'labels'>) {
  const one = toPascalCase(label.en);
  const many = toPascalCase(labels.en);
  return {
    list: `list${many}`,
    get: `get${one}`,
    create: `create${one}`,
    update: `update${one}`,
    delete: `delete${one}`,
    restore: `restore${one}`,
    createToken: `create${one}Token`,
    history: `list${one}History`,
    choices: `list${one}Choices`,
    bulkDelete: `bulkDelete${many}`,
    bulkRestore: `bulkRestore${many}`,
    bulkUpdate: `bulkUpdate${many}`,
    bulkUndo: `bulkUndo${many}`,
    export: `export${many}`,
    import: `import${many}`,
  };
}
