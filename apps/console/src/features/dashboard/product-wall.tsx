import backpack from '../../assets/good-backpack.svg';
import blanket from '../../assets/good-blanket.svg';
import bowl from '../../assets/good-bowl.svg';
import candle from '../../assets/good-candle.svg';
import chair from '../../assets/good-chair.svg';
import clock from '../../assets/good-clock.svg';
import lamp from '../../assets/good-lamp.svg';
import mug from '../../assets/good-mug.svg';
import planter from '../../assets/good-planter.svg';
import teapot from '../../assets/good-teapot.svg';
import tote from '../../assets/good-tote.svg';
import vase from '../../assets/good-vase.svg';
import { Image } from '../../ui/images/image.tsx';
import { Grid } from '../../ui/layout/box.tsx';

const products = [mug, lamp, backpack, vase, chair, candle, teapot, planter, blanket, clock, bowl, tote];

/** Twelve everyday products, as decoration. */
export function ProductWall() {
  return (
    <Grid columns="repeat(4, 1fr)" gap={8} mb={28} aria-hidden="true">
      {products.map((url) => (
        <Image key={url} url={url} eager />
      ))}
    </Grid>
  );
}
