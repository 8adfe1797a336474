<?php
require $argv[1] . '/wp-load.php';
echo count(get_posts(['post_type' => 'post', 'post_status' => ['publish', 'draft', 'pending', 'private', 'future'], 'numberposts' => -1]));
