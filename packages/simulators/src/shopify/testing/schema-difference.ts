import {
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isUnionType,
} from 'graphql';

/**
 * Returns everything in our schema that the real one lacks or defines differently; [] when ours is a true part of it.
 */
export function notInReal(ours: GraphQLSchema, real: GraphQLSchema): string[] {
  const types = Object.values(ours.getTypeMap()).filter((type) => !isIntrospectionType(type));
  return [
    ...types.flatMap((type) => typeFaults(type, real.getType(type.name))),
    ...ours
      .getDirectives()
      .filter(({ name }) => !real.getDirective(name))
      .map(({ name }) => `@${name}`),
  ];
}

function typeFaults(ours: GraphQLNamedType, real: GraphQLNamedType | undefined): string[] {
  const { name } = ours;
  if (!real || ours.constructor.name !== real.constructor.name) {
    return [`${name} is not there, or of another kind`];
  }
  if (isEnumType(ours) && isEnumType(real)) {
    return ours.getValues().flatMap((value) => (real.getValue(value.name) ? [] : [`${name}.${value.name}`]));
  }
  if (isInputObjectType(ours) && isInputObjectType(real)) {
    const needed = Object.values(real.getFields()).filter(({ type, defaultValue }) =>
      isNeeded(type, defaultValue),
    );
    return [
      ...(ours.isOneOf === real.isOneOf ? [] : [`${name} is one-of in one only`]),
      ...needed
        .filter((field) => !ours.getFields()[field.name])
        .map((field) => `${name}.${field.name} is required`),
      ...Object.values(ours.getFields()).flatMap((field) =>
        same(`${name}.${field.name}`, field, real.getFields()[field.name]),
      ),
    ];
  }
  if (isUnionType(ours) && isUnionType(real)) {
    const there = real.getTypes().map((type) => type.name);
    return ours.getTypes().flatMap((type) => (there.includes(type.name) ? [] : [`${name} | ${type.name}`]));
  }
  if ((isObjectType(ours) && isObjectType(real)) || (isInterfaceType(ours) && isInterfaceType(real))) {
    const faces = real.getInterfaces().map((face) => face.name);
    return [
      ...ours
        .getInterfaces()
        .flatMap((face) => (faces.includes(face.name) ? [] : [`${name} is no ${face.name}`])),
      ...Object.values(ours.getFields()).flatMap((field) => {
        const there = real.getFields()[field.name];
        const needed = (there?.args ?? []).filter(({ type, defaultValue }) => isNeeded(type, defaultValue));
        return [
          ...same(`${name}.${field.name}`, field, there),
          ...needed
            .filter((argument) => !field.args.some((one) => one.name === argument.name))
            .map((argument) => `${name}.${field.name}(${argument.name}) is required`),
          ...field.args.flatMap((argument) =>
            same(
              `${name}.${field.name}(${argument.name})`,
              argument,
              there?.args.find((one) => one.name === argument.name),
            ),
          ),
        ];
      }),
    ];
  }
  return [];
}

interface Typed {
  type: { toString(): string };
  defaultValue?: unknown;
}

function same(path: string, ours: Typed, real: Typed | undefined): string[] {
  const faults = [];
  if (String(ours.type) !== String(real?.type)) {
    faults.push(`${path} is ${ours.type}, but really ${real?.type}`);
  }
  if (JSON.stringify(ours.defaultValue) !== JSON.stringify(real?.defaultValue)) {
    faults.push(`${path} has another default`);
  }
  return faults;
}

function isNeeded(type: GraphQLInputType, defaultValue: unknown): boolean {
  return String(type).endsWith('!') && defaultValue === undefined;
}
